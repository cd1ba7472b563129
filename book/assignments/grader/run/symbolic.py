"""Expressions of SymPy as trees of words and numbers, and back, without any parser.

>>> import sympy as sp
>>> tree(2 * sp.Symbol("x") ** 2)
['Mul', ['Integer', '0x2'], ['Pow', ['Symbol', 'x', {'commutative': True}], ['Integer', '0x2']]]
>>> expression(_)
2*x**2
"""

import sympy as sp

DEPTH = 60
NODES = 5000
BITS = 4000  # of an integer within an expression
EXPONENT = 1000  # of a power
CONSTANTS = {str(value): value for value in (sp.pi, sp.E, sp.I, sp.oo, -sp.oo, sp.zoo, sp.nan)}
CONSTANTS |= {str(value): value for value in (sp.true, sp.false)}
FUNCTIONS = """Add Mul Pow exp log Abs sign Max Min sin cos tan asin acos atan atan2 sinh cosh tanh
Eq Ne Lt Le Gt Ge And Or Not Piecewise Tuple"""
CLASSES = {name: getattr(sp, name) for name in FUNCTIONS.split()}
NAMES = {kind: name for name, kind in CLASSES.items()}


def tree(value, depth=0):
    """Return an expression or a matrix as nested lists."""
    if depth > DEPTH:
        raise ValueError(f"an expression is more than {DEPTH} deep")
    match value:
        case sp.MatrixBase():
            return ["Matrix", *value.shape, *(tree(entry, depth + 1) for entry in value)]
        case sp.Symbol():
            return ["Symbol", value.name, value.assumptions0]
        case sp.Integer():
            return ["Integer", hex(value.p)]
        case sp.Rational():
            return ["Rational", hex(value.p), hex(value.q)]
        case sp.Float():
            return ["Float", float(value)]
    if str(value) in CONSTANTS and not value.args:
        return [str(value)]
    kind = sp.Tuple if type(value).__name__ == "ExprCondPair" else type(value)  # within Piecewise
    if kind not in NAMES:
        raise TypeError(f"it contains {kind.__name__} of SymPy, which no check can read")
    return [NAMES[kind], *(tree(part, depth + 1) for part in value.args)]


def expression(data):
    """Return the expression of a tree; raise a ValueError if it is none, or too large to be one."""
    left = NODES

    def small(number):
        if isinstance(number, sp.Rational) and max(abs(number.p), number.q).bit_length() > BITS:
            raise ValueError(f"an expression has a number of more than {BITS} binary digits")
        return number

    def integer(digits):
        if len(digits) > BITS:
            raise ValueError(f"an expression has a number of more than {BITS} binary digits")
        return int(digits, 16)

    def build(data, depth):
        nonlocal left
        left -= 1
        if depth > DEPTH or left < 0:
            raise ValueError(f"an expression has more than {NODES} parts")
        match data:
            case ["Symbol", str(name), dict(given)] if all(type(v) is bool for v in given.values()):
                return sp.Symbol(name[:100], **given)
            case ["Integer", str(digits)]:
                return small(sp.Integer(integer(digits)))
            case ["Rational", str(above), str(below)]:
                return small(sp.Rational(integer(above), integer(below)))
            case ["Float", float(value)]:
                return sp.Float(value)
            case ["Matrix", int(rows), int(columns), *entries]:
                return sp.Matrix(rows, columns, [build(entry, depth + 1) for entry in entries])
            case [str(name)] if name in CONSTANTS:
                return CONSTANTS[name]
            case ["Pow", base, exponent]:
                return power(build(base, depth + 1), build(exponent, depth + 1))
            case [str(name), *parts] if name in CLASSES:
                return small(CLASSES[name](*(build(part, depth + 1) for part in parts)))
        raise ValueError("this is no expression")

    def power(base, exponent):
        if isinstance(exponent, sp.Number):
            size = max(abs(base.p), base.q).bit_length() if isinstance(base, sp.Rational) else 1
            if not abs(exponent) <= EXPONENT or size * abs(exponent) > BITS:
                raise ValueError(f"an expression has the power {exponent}, which is too large")
        return base**exponent

    return build(data, 0)
