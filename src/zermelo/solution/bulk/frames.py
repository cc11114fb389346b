"""Positions as tables of pandas, Arrow and Parquet: a column for each thing that is known.

The numbers of a state come first, then layer, value (value_0, value_1, … with p players),
remoteness and nimber, as far as they are known. Remoteness is null where nobody can force an end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from os import PathLike, fspath, replace
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING
from uuid import uuid4

import numpy as np

from zermelo.errors import BadInput
from zermelo.graph.contract import NEVER
from zermelo.model.numerals import shown, spelled
from zermelo.solution.bulk.needed import needed
from zermelo.solution.bulk.rows import PositionRows, StateNumbers

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

GROUP = 1 << 20  # rows of a group of a file


def columns(rows: PositionRows, numbers: StateNumbers) -> dict[str, np.ndarray]:
    """The columns of some positions by their names, in their order."""
    told: dict[str, np.ndarray] = {}
    for name in ("layer", "value", "remoteness", "nimber"):
        if rows.has(name):
            told |= _named(name, rows.column(name, numbers))
    states = _states(rows, numbers)
    return {f"state_{name}" if name in told else name: states[name] for name in states} | told


def _states(rows: PositionRows, numbers: StateNumbers) -> dict[str, np.ndarray]:
    """The numbers of states, or their texts."""
    fields = rows.fields(numbers)
    if fields is not None:
        return fields
    texts = [s if isinstance(s, str) else spelled(s) for s in rows.graph.states_at(numbers)]
    return {"state": np.array(texts, object)}


def _named(name: str, column: np.ndarray) -> dict[str, np.ndarray]:
    if column.ndim > 1:
        return {f"{name}_{place}": part for place, part in enumerate(column.T)}
    if name == "remoteness":
        return {name: np.ma.MaskedArray(column, column == NEVER)}
    return {name: column}


# -- pandas ----------------------------------------------------------------------------------------


def data_frame(rows: PositionRows, numbers: StateNumbers) -> pd.DataFrame:
    """A DataFrame with one line for each position."""
    pandas = needed("pandas", "to_pandas")
    found = columns(rows, numbers)
    return pandas.DataFrame({name: _series(pandas, column) for name, column in found.items()})


def _series(pandas: ModuleType, column: np.ndarray) -> pd.Series | pd.api.extensions.ExtensionArray:
    if isinstance(column, np.ma.MaskedArray):
        return pandas.arrays.IntegerArray(column.data, np.ma.getmaskarray(column))
    return pandas.Series(column, copy=False)


# -- Arrow -----------------------------------------------------------------------------------------


def arrow_table(rows: PositionRows, stretches: Iterator[StateNumbers]) -> pa.Table:
    """A table of batches, whose columns of values are views of ours."""
    arrow = needed("pyarrow", "to_arrow")
    schema = _batch(arrow, rows, range(0)).schema
    return arrow.Table.from_batches(
        [_batch(arrow, rows, some) for some in stretches], schema=schema
    )


def _batch(arrow: ModuleType, rows: PositionRows, numbers: StateNumbers) -> pa.RecordBatch:
    found = columns(rows, numbers)
    return arrow.RecordBatch.from_arrays(
        [_arrow_column(arrow, column) for column in found.values()], names=list(found)
    )


def _arrow_column(arrow: ModuleType, column: np.ndarray) -> pa.Array:
    if isinstance(column, np.ma.MaskedArray):
        return arrow.array(column.data, mask=np.ma.getmaskarray(column))
    if column.dtype == object:  # texts; fractions and numbers of any size become such
        return arrow.array(list(map(shown, column.tolist())), arrow.string())
    return arrow.array(np.ascontiguousarray(column))


def write_parquet(
    rows: PositionRows,
    stretches: Callable[[int], Iterator[StateNumbers]],
    path: str | PathLike[str],
) -> None:
    """Row group by row group; written aside and renamed, so that there is a whole file or none."""
    arrow, parquet = needed("pyarrow", "to_parquet"), needed("pyarrow.parquet", "to_parquet")
    target, aside = _target(path)
    schema = _batch(arrow, rows, range(0)).schema.with_metadata(_told(rows))
    try:
        with parquet.ParquetWriter(aside, schema, compression="zstd") as writer:
            for numbers in stretches(GROUP):
                if len(numbers):
                    batch = _batch(arrow, rows, numbers)
                    writer.write_table(arrow.Table.from_batches([batch]))
        replace(aside, target)
    except OSError as error:
        raise BadInput(
            spelled(str(target)),
            where="to_parquet",
            rule=f"it cannot be written: {error.strerror or error}",
            fix="Pass a path in a folder that exists and may be written to",
        ) from error
    finally:
        aside.unlink(missing_ok=True)


def _target(path: str | PathLike[str]) -> tuple[Path, Path]:
    """Where a file goes, and where it is written first."""
    try:
        target = Path(fspath(path))
        if "\0" in str(target):
            raise ValueError("a name has no null byte")
        return target, target.with_name(f".{target.name}.{uuid4().hex}")
    except (TypeError, ValueError) as error:
        raise BadInput(
            spelled(path),
            where="to_parquet",
            rule=f"it is no path of a file: {error}",
            fix='Pass e.g. "positions.parquet"',
        ) from None


def _told(rows: PositionRows) -> dict[str, str]:
    """What the file is a table of."""
    return {"zermelo.game": spelled(rows.game), "zermelo.values": rows.answers.value_type.value}
