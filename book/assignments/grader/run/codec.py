"""Plain data as JSON: all that travels between the student's process and the grader's.

Both sides use this module. `pack` writes values of known types, and of a subclass only what the known type
holds; `unpack` builds exactly the known types again. Nothing is pickled, evaluated, or looked up anywhere but
in a fixed table, and depth and size are bounded: what arrives may have been written by anybody.

>>> pack((1, Fraction(1, 3), np.array([1.5])))
{'tuple': [1, {'Fraction': [1, 3]}, {'array': ['float64', [1], 'AAAAAAAA+D8=']}]}
>>> unpack({"tuple": [1, {"Fraction": [1, 3]}, {"array": ["float64", [1], "AAAAAAAA+D8="]}]})
(1, Fraction(1, 3), array([1.5]))
"""

import base64
import math
import sys
from fractions import Fraction
from itertools import islice
from numbers import Rational

import numpy as np

DEPTH = 40  # of lists within lists
BITS = 12_000  # of an integer: such a one can still be printed
ITEMS = 10_000_000  # of an array, a list or a range
DTYPES = {np.dtype(code).name: np.dtype(code) for code in "?bhilBHILefdFD"}
NUMERIC = "biufc"  # kinds of arrays that travel as bytes
GENERATORS = {name: getattr(np.random, name) for name in ("PCG64", "MT19937", "Philox", "SFC64")}


def refuse(value, *_):
    """Refuse what is no plain data."""
    raise TypeError(f"it is of the type {type(value).__name__}, which is no plain data")


def pack(value, other=refuse, depth=0):
    """Return a value as JSON; `other` packs what is no plain data."""
    if depth > DEPTH:
        raise ValueError(f"there are lists within lists, more than {DEPTH} deep")

    def each(values):
        return [pack(part, other, depth + 1) for part in islice(values, ITEMS)]

    match value:
        case None | bool():
            return value
        case np.generic() if value.dtype.kind in NUMERIC:
            return {"scalar": numeric(value)}
        case str():
            return str.__str__(value)
        case int():
            return integer(int.__int__(value))
        case float():
            return float.__float__(value)
        case complex():
            return {"complex": [value.real, value.imag]}
        case bytes() | bytearray():
            return {"bytes": base64.b64encode(value).decode()}
        case list():
            return each(value)
        case tuple():
            return {"tuple": each(value)}
        case set() | frozenset():
            return {"set": each(value)}
        case dict():
            return {"dict": [each(pair) for pair in value.items()]}
        case range() | slice():
            return {type(value).__name__: each([value.start, value.stop, value.step])}
        case np.ndarray() if value.dtype.kind in NUMERIC:
            return {"array": numeric(value)}
        case np.ndarray() if value.dtype.kind in "OU":
            return {"objects": [value.dtype.kind, list(value.shape), each(value.flat)]}
        case np.random.Generator():
            bits = value.bit_generator
            return {"generator": [type(bits).__name__, pack(bits.state)]}
    if "sympy" in sys.modules and isinstance(value, sys.modules["sympy"].core.basic.Printable):
        from grader.run import symbolic

        if isinstance(value, symbolic.sp.NDimArray):
            return each(value.tolist())
        if value is symbolic.sp.true or value is symbolic.sp.false:
            return bool(value)
        return {"sympy": symbolic.tree(value)}
    if isinstance(value, Rational):
        return {"Fraction": [integer(int(value.numerator)), integer(int(value.denominator))]}
    if hasattr(value, "tocsr"):
        rows = value.tocsr()
        return {"csr": each([rows.shape, rows.data, rows.indices, rows.indptr])}
    return other(value)


def integer(value):
    """Return an integer as JSON, a large one in hexadecimal digits."""
    if value.bit_length() > BITS:
        raise ValueError(f"there is an integer of more than {BITS} binary digits")
    return value if abs(value) < 1 << 53 else {"int": hex(value)}


def numeric(value):
    """Return the data type, the shape and the bytes, in base 64, of an array of numbers."""
    value = np.asarray(value)
    widest = "complex128" if value.dtype.kind == "c" else "float64"
    kind = value.dtype.name if value.dtype.name in DTYPES else widest
    content = np.array(value, dtype=DTYPES[kind], order="C").tobytes()
    return [kind, list(value.shape), base64.b64encode(content).decode()]


def unpack(data, other=refuse, depth=0):
    """Return the value that was packed; raise a ValueError if nobody could have packed this."""
    try:
        return build(data, other, depth)
    except (TypeError, LookupError, AttributeError, ArithmeticError, RecursionError) as fault:
        raise ValueError(f"this is no packed value: {type(fault).__name__} {fault}") from None


def build(data, other, depth):
    """Do the work of `unpack`."""
    if depth > DEPTH:
        raise ValueError(f"there are lists within lists, more than {DEPTH} deep")

    def each(parts):
        return [build(part, other, depth + 1) for part in parts]

    match data:
        case None | bool() | float() | str():
            return data
        case int() if data.bit_length() <= BITS:
            return data
        case list():
            return each(data)
        case {"scalar": [kind, [], content]}:
            return numbers(kind, [], content)[()]
        case {"int": str(digits)} if len(digits) <= BITS // 4 + 4:
            return int(digits, 16)
        case {"complex": [float(real), float(imag)]}:
            return complex(real, imag)
        case {"Fraction": [numerator, denominator]}:
            return Fraction(build(numerator, other, DEPTH), build(denominator, other, DEPTH))
        case {"bytes": str(content)}:
            return base64.b64decode(content, validate=True)
        case {"tuple": list(parts)}:
            return tuple(each(parts))
        case {"set": list(parts)}:
            return set(each(parts))
        case {"dict": list(pairs)}:
            return dict(each(pair) for pair in pairs)
        case {"range": [start, stop, step]}:
            steps = range(*each([start, stop, step]))
            return steps if shape_of([len(steps)]) else None
        case {"slice": [start, stop, step]}:
            return slice(*each([start, stop, step]))
        case {"array": [kind, shape, content]}:
            return numbers(kind, shape, content)
        case {"objects": ["O" | "U" as kind, shape, list(parts)]}:
            array = np.empty(len(parts), dtype=object)
            array[:] = each(parts)
            return array.reshape(shape_of(shape)).astype(str if kind == "U" else object)
        case {"generator": [str(name), state]}:
            bits = GENERATORS[name](0)
            bits.state = build(state, other, depth)
            return np.random.Generator(bits)
        case {"sympy": tree}:
            from grader.run import symbolic

            return symbolic.expression(tree)
        case {"csr": parts}:
            from scipy.sparse import csr_array

            shape, *three = each(parts)
            rows = csr_array(tuple(three), shape=shape_of(shape))
            rows.check_format(full_check=True)  # an index out of bounds would end the process
            return rows
    return other(data)


def shape_of(shape):
    """Return a shape as a tuple, if it is one of reasonable size."""
    shape = tuple(shape)
    if not all(type(n) is int and 0 <= n <= ITEMS for n in shape) or math.prod(shape) > ITEMS:
        raise ValueError(f"there are more than {ITEMS} items")
    return shape


def numbers(kind, shape, content):
    """Return an array of numbers; a Boolean is 0 or 1, whatever its byte says."""
    raw = np.frombuffer(base64.b64decode(content, validate=True), dtype=np.uint8)
    array = (raw != 0) if kind == "bool" else raw.view(DTYPES[kind])
    return array.reshape(shape_of(shape)).copy()
