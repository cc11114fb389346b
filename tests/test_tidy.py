"""What the translation leaves behind is cleared away, and nothing else."""

from zermelo.staging.ir.code import (
    MEM,
    Assign,
    At,
    Call,
    Const,
    Expr,
    Function,
    If,
    Loop,
    Op,
    Return,
    Stmt,
    Var,
    Write,
)
from zermelo.staging.ir.tidy import tidy


def tidied(*body: Stmt) -> list[str]:
    function = Function("f", ("mem", "a"), list(body))
    tidy(function)
    return [line.strip() for line in str(function).splitlines()[1:]]


def given(name: str, value: Expr) -> Assign:
    return Assign((name,), value)


A, X, Y = Var("a"), Var("x"), Var("y")


def test_a_copy_of_what_stays_is_what_it_copies() -> None:
    body = given("x", A), given("y", X), Return((Op("+", (X, Y)),))
    assert tidied(*body) == ["return a + a"]


def test_a_copy_of_what_changes_stays() -> None:
    body = given("x", Const(1)), given("y", X), given("x", A), Return((X, Y))
    assert tidied(*body) == ["x = 1", "y = x", "x = a", "return x, y"]


def test_what_is_given_on_one_side_is_not_known_behind_it() -> None:
    test = Op("==", (A, Const(1)))
    body = given("y", Const(0)), If(test, [given("y", Const(2))]), Return((Y,))
    assert tidied(*body) == ["y = 0", "if a == 1", "y = 2", "return y"]


def test_a_copy_inside_a_loop_holds_for_its_round() -> None:
    inside: list[Stmt] = [given("x", Var("k")), Write("mem", (X,), X)]
    assert tidied(Loop(1, inside, "k", (Const(3),))) == ["loop 1: k in 3", "mem[k] = k"]


def test_tests_whose_result_is_known_are_left_out() -> None:
    test = Op("and", (Op("==", (Const(2), Const(2))), Op("not", (Const(False),))))
    assert tidied(If(test, [Return((A,))], [Return((Const(1),))])) == ["return a"]
    assert tidied(Return((Op("int", (Const(True),)),))) == ["return 1"]


def test_unread_variables_go_but_calls_and_divisions_stay() -> None:
    body = (
        given("x", At("mem", (A,))),
        given("y", Call("take", (MEM, A))),
        given("z", Op("//", (A, A))),
        given("w", Op("//", (A, Const(2)))),
        Return(),
    )
    assert tidied(*body) == ["y = take(mem, a)", "z = a // a", "return"]
