"""numpy: the functions that files of `library` have under the same names."""

from __future__ import annotations

from types import FunctionType

import numpy as np

from zermelo.staging.builder.operations import ASKED_ALWAYS, FUNCTIONS, StandIn
from zermelo.staging.library import array_forms, array_functions, item_by_item, new_arrays
from zermelo.staging.library.arrays import array, dot

ALSO = {"amax": "max", "amin": "min", "identity": "eye"}
ALONG = {
    np.bitwise_xor: "xor_along",
    np.bitwise_or: "or_along",
    np.add: "sum_along",
    np.multiply: "product_along",
    np.logical_or: "any_along",
    np.logical_and: "all_along",
    np.maximum: "largest_along",
    np.minimum: "least_along",
}

FILES = (new_arrays, array_functions, item_by_item, array_forms)

WRITTEN = {name: thing for file in FILES for name, thing in vars(file).items()}
WRITTEN |= {"array": array, "dot": dot}
WRITTEN |= {name: WRITTEN[other] for name, other in ALSO.items()}

for _name, _written in WRITTEN.items():
    if isinstance(_written, FunctionType) and not _name.startswith("_") and hasattr(np, _name):
        FUNCTIONS[getattr(np, _name)] = StandIn(_written)
        ASKED_ALWAYS.add(getattr(np, _name))

for _ufunc, _name in ALONG.items():
    FUNCTIONS[_ufunc.reduce] = StandIn(WRITTEN[_name])
    ASKED_ALWAYS.add(_ufunc.reduce)
