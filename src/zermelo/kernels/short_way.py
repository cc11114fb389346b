"""A short way through numba for code that is plain: numbers in variables, arrays, calls.

numba takes every function through some thirty passes, optimizes it and makes machine code of it,
though what only machine code calls is made once more as a part of whoever calls it. Here such a
function is typed and lowered, and that is all; everything is optimized once, in the functions that
Python calls. What numba looks up anew for every operation is remembered, and arrays, which are
handed in from outside and never made here, are neither counted nor indexed from behind.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar
from weakref import WeakValueDictionary

from llvmlite.binding import Linkage  # type: ignore[import-untyped]
from numba.core import ir, types
from numba.core.cgutils import get_or_insert_function, if_unlikely
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase
from numba.core.compiler_machinery import FunctionPass, PassManager, register_pass
from numba.core.errors import NumbaWarning, WarningsFixer  # type: ignore[attr-defined]
from numba.core.funcdesc import default_mangler
from numba.core.lowering import Lower
from numba.core.rewrites.registry import RewriteRegistry
from numba.core.rewrites.static_raise import RewriteConstRaises
from numba.core.typed_passes import (
    BaseNativeLowering,
    NoPythonBackend,
)
from numba.core.typeinfer import SetItemConstraint, TypeInferer
from numba.core.untyped_passes import FixupArgs, IRProcessing, TranslateByteCode

if TYPE_CHECKING:
    from llvmlite.binding import ModuleRef
    from llvmlite.ir import Value  # type: ignore[import-untyped]
    from numba.core.codegen import CodeLibrary
    from numba.core.compiler import StateDict
    from numba.core.cpu import CPUContext
    from numba.core.typing.context import BaseContext
    from numba.core.typing.templates import Signature

OPT = 3


@register_pass(mutates_CFG=True, analysis_only=False)
class KnownErrors(FunctionPass):
    """Errors whose texts are known."""

    _name = "known_errors"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: StateDict) -> bool:
        """Rewrite every `raise`."""
        registry = RewriteRegistry()
        registry.rewrites["before-inference"] = [RewriteConstRaises]
        registry.apply("before-inference", state)
        return True


# -- types -----------------------------------------------------------------------------------------

PLAIN = (
    types.Integer | types.Boolean | types.Array | types.UniTuple | types.RangeType
    | types.RangeIteratorType | types.Pair
)  # fmt: skip


class Stored(SetItemConstraint):
    """array[place] = value, whose signature is looked up once."""

    def __call__(self, typeinfer: TypeInferer) -> None:
        """Find the types, where those of all parts are known."""
        parts = [typeinfer.typevars[each.name] for each in (self.target, self.index, self.value)]
        if not all(each.defined for each in parts):
            return
        key = operator.setitem, tuple(each.getone() for each in parts)
        if key not in Typing.known:
            super().__call__(typeinfer)
            Typing.known[key] = self.signature
        self.signature = Typing.known[key]


class Typing(TypeInferer):
    """Numbers are never types of their own, and what an operation gives is looked up once."""

    known: ClassVar[dict[tuple[object, tuple[types.Type, ...]], Signature]] = {}

    def typeof_const(self, inst: ir.Assign, target: ir.Var, const: object) -> None:
        """A number is one of 64 bits."""
        if type(const) is int and -(2**63) <= const < 2**63:
            self.add_type(target.name, types.int64, loc=inst.loc)
        elif type(const) is bool:
            self.add_type(target.name, types.boolean, loc=inst.loc)
        else:
            super().typeof_const(inst, target, const)

    def typeof_setitem(self, inst: ir.SetItem) -> None:
        """An item of an array is written."""
        stored = Stored(target=inst.target, index=inst.index, value=inst.value, loc=inst.loc)
        self.constraints.append(stored)
        self.calls.append((inst, stored))

    def resolve_call(
        self, function: object, given: tuple[types.Type, ...], words: dict[str, types.Type]
    ) -> Signature:
        """The signature of a call, or of an operation such as [] and the steps of a loop."""
        plain = isinstance(function, types.Function) or not isinstance(function, types.Type)
        plain = plain and not words
        if not plain or not all(isinstance(each, PLAIN) for each in given):
            found: Signature = super().resolve_call(function, given, words)
            return found
        key = function, tuple(given)
        if key not in self.known:
            self.known[key] = super().resolve_call(function, given, words)
        return self.known[key]


@register_pass(mutates_CFG=True, analysis_only=False)
class PlainTypes(FunctionPass):
    """The types of all variables."""

    _name = "plain_types"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: StateDict) -> bool:
        """Find them."""
        code, context = state.func_ir, state.typingctx
        warned = WarningsFixer(NumbaWarning)
        typing = Typing(context, code, warned)
        with (
            warned,
            context.callstack.register(state.targetctx.target, typing, code.func_id, state.args),
        ):
            for place, (name, kind) in enumerate(zip(code.arg_names, state.args, strict=True)):
                typing.seed_argument(name, place, kind)
            typing.build_constraint()
            typing.propagate()
            state.typemap, state.return_type, state.calltypes = typing.unify()
        return True


# -- machine code ----------------------------------------------------------------------------------

Sign = Callable[..., object]
NUMBERS: dict[Sign, str] = {
    operator.add: "add", operator.sub: "sub", operator.mul: "mul", operator.and_: "and_",
    operator.or_: "or_", operator.xor: "xor",
}  # fmt: skip
COMPARED: dict[Sign, str] = {
    operator.eq: "==", operator.ne: "!=", operator.lt: "<", operator.le: "<=", operator.gt: ">",
    operator.ge: ">=",
}  # fmt: skip


class PlainLower(Lower):
    """Writes operations on numbers and arrays straight down."""

    def incref(self, typ: types.Type, val: Value) -> None:
        """Arrays stay as long as whoever handed them in."""

    decref = incref

    def delvar(self, name: str) -> None:
        """Nothing is given back."""

    def storevar(self, value: Value, name: str, argidx: int | None = None) -> None:  # noqa: ARG002
        """A variable gets a value."""
        self._alloca_var(name, self.typeof(name))
        if name in self._singly_assigned_vars:
            self._blk_local_varmap[name] = value
        else:
            self.builder.store(value, self.getvar(name))

    def lower_inst(self, inst: ir.Stmt) -> None:
        """One statement."""
        if isinstance(inst, ir.Assign):
            value = self.lower_assign(self.typeof(inst.target.name), inst)
            self.storevar(value, inst.target.name)
        elif not isinstance(inst, ir.Del):
            super().lower_inst(inst)

    def lower_binop(self, resty: types.Type, expr: ir.Expr, op: Sign) -> Value:
        """Sums, products, comparisons of numbers of 64 bits."""
        both = [self.typeof(each.name) for each in (expr.lhs, expr.rhs)]
        if both == [types.int64, types.int64]:
            one, two = self.loadvar(expr.lhs.name), self.loadvar(expr.rhs.name)
            if op in NUMBERS and resty == types.int64:
                return getattr(self.builder, NUMBERS[op])(one, two)
            if op in COMPARED and resty == types.boolean:
                return self.builder.icmp_signed(COMPARED[op], one, two)
        return super().lower_binop(resty, expr, op)

    def lower_getitem(
        self, resty: types.Type, expr: ir.Expr, value: ir.Var, index: ir.Var, signature: Signature
    ) -> Value:
        """An item of an array."""
        place = self._place(value, index)
        if place is None or resty != self.typeof(value.name).dtype:
            return super().lower_getitem(resty, expr, value, index, signature)
        return self.builder.load(place)

    def lower_setitem(
        self, target: ir.Var, index: ir.Var, value: ir.Var, signature: Signature
    ) -> Value:
        """An item of an array is written."""
        place = self._place(target, index)
        if place is None:
            return super().lower_setitem(target, index, value, signature)
        given = self.loadvar(value.name)
        wanted = self.typeof(target.name).dtype
        given = self.context.cast(self.builder, given, self.typeof(value.name), wanted)
        return self.builder.store(given, place)

    def _lower_call_RecursiveCall(  # noqa: N802
        self, fnty: types.RecursiveCall, expr: ir.Expr, signature: Signature
    ) -> Value:
        """A function that is not finished yet: it is found by its name when all is linked."""
        given = self.fold_call_args(fnty, signature, expr.args, expr.vararg, expr.kws)
        found = fnty.get_overloads(signature.args)
        mangler = self.context.mangler or default_mangler
        name = mangler(found.qualname, signature.args, abi_tags=self.fndesc.abi_tags, uid=found.uid)
        if self.builder.function.name.startswith(name):
            return self.context.call_internal(self.builder, self.fndesc, signature, given)
        calls = self.context.call_conv
        kind = calls.get_function_type(signature.return_type, signature.args)
        called = get_or_insert_function(self.builder.module, kind, name)
        status, result = calls.call_function(
            self.builder, called, signature.return_type, signature.args, given
        )
        with if_unlikely(self.builder, status.is_error):
            calls.return_status_propagate(self.builder, status)
        return result

    def _place(self, array: ir.Var, index: ir.Var) -> Value | None:
        """The address of an item, or None for what is not plain; no place is below 0."""
        kind, by = self.typeof(array.name), self.typeof(index.name)
        plain = isinstance(kind, types.Array) and kind.layout == "C" and kind.aligned
        if not plain or not isinstance(kind.dtype, types.Integer):
            return None
        is_pair = kind.ndim == 2 and by == types.UniTuple(types.int64, 2)
        if not is_pair and not (kind.ndim == 1 and by == types.int64):
            return None
        held, place = self.loadvar(array.name), self.loadvar(index.name)
        parts = self.context.data_model_manager[kind]
        data = self.builder.extract_value(held, parts.get_field_position("data"))
        if is_pair:
            row, column = (self.builder.extract_value(place, k) for k in range(2))
            width = self.builder.extract_value(held, [parts.get_field_position("shape"), 1])
            place = self.builder.add(self.builder.mul(row, width), column)
        return self.builder.gep(data, [place])


@register_pass(mutates_CFG=True, analysis_only=False)
class PlainLowering(BaseNativeLowering):
    """Code for the machine, not yet optimized."""

    _name = "plain_lowering"

    @property
    def lowering_class(self) -> type[Lower]:
        """Who writes it."""
        return PlainLower


PASSES = (
    TranslateByteCode, FixupArgs, IRProcessing, KnownErrors, PlainTypes, PlainLowering,
    NoPythonBackend,
)  # fmt: skip


class Outer(CompilerBase):
    """Compiles a function that Python calls."""

    def __init__(
        self,
        typing: BaseContext,
        target: CPUContext,
        library: CodeLibrary | None,
        *rest: object,
    ) -> None:
        super().__init__(typing, target, library or self._library(target), *rest)

    def _library(self, target: CPUContext) -> Whole:
        whole = Whole(target.codegen(), "whole")
        whole.enable_object_caching()
        return whole

    def define_pipelines(self) -> list[PassManager]:
        """The passes that such code needs."""
        manager = PassManager("short way")
        for each in PASSES:
            manager.add_pass(each, each.__name__)
        manager.finalize()
        return [manager]


class Inner(Outer):
    """Compiles a function that only machine code calls, as a part of whoever calls it."""

    def _library(self, target: CPUContext) -> Whole:
        return Part(target.codegen(), "part")


class Whole(JITCodeLibrary):
    """Code with all that it calls, optimized at one go."""

    def _optimize_functions(self, module: ModuleRef) -> None:
        """Nothing is optimized by itself."""
        module.data_layout = self._codegen._data_layout

    def _optimize_final_module(self) -> None:
        """What is called belongs to the caller alone, who can take it in or leave out what it never
        asks of it. Rows are short: loops over them do not work on several numbers at once.
        """
        self._complete()
        for each in self._final_module.functions:
            if not each.is_declaration and each.linkage == Linkage.linkonce_odr:
                each.linkage = Linkage.internal
        manager, builder = self._codegen._module_pass_manager(
            opt=OPT, loop_vectorize=False, slp_vectorize=False
        )
        manager.run(self._final_module, builder)

    def _complete(self) -> None:
        """Link functions that are called and not there yet: those of a circle."""
        tried: set[str] = set()  # what is declared and never called stays out
        while missing := self._missing() - tried:
            tried |= missing
            for name in sorted(missing):
                module = PARTS[name]._get_module_for_linking()
                self._final_module.link_in(module, preserve=True)

    def _missing(self) -> set[str]:
        functions = self._final_module.functions
        return {each.name for each in functions if each.is_declaration and each.name in PARTS}


class Part(Whole):
    """Code that is linked into other code and never runs by itself."""

    def finalize(self) -> None:
        """Link what is called; what calls it in a circle is linked where all is together."""
        self._raise_if_finalized()
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        for each in self._final_module.functions:
            if not each.is_declaration:
                PARTS.setdefault(each.name, self)
        self._finalized = True

    @property
    def codegen(self) -> type[Nowhere]:
        """It runs nowhere."""
        return Nowhere


PARTS: WeakValueDictionary[str, Part] = WeakValueDictionary()  # by the functions in them


class Nowhere:
    """Where code that never runs by itself would run."""

    @staticmethod
    def set_env(name: str, environment: object) -> None:
        """There is nothing to be told."""
