//! String literals: constant arrays of characters (LIB-5).

use crate::base::Span;
use crate::cpp::{Base, Env, Lowered, Pointer, Value, types::INDEX, value};
use crate::kernel::ir::{Array, Space, Type};
use crate::syntax::tree::{Expr, ExprKind, Initializer};

const CHAR: Type = Type::Int { signed: true, bits: 8 };

/// The array that a literal is. Each place has its own: whether equal literals are the same memory C++ leaves open.
pub fn literal(env: &mut Env, text: &str, span: Span) -> Lowered<Value> {
    if !text.is_ascii() {
        return Err(env.unsupported("string of other characters than ASCII", span));
    }
    let key = (span, text.to_string());
    let array = match env.memory.strings.get(&key) {
        Some(array) => *array,
        None => {
            let characters = text.bytes().chain([0]);
            let contents: Vec<_> = characters.map(|byte| value::int(byte, CHAR, span)).collect();
            // What the function is called is not its text here.
            let is_known = !matches!(text, "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__" | "__FILE__");
            let extents = vec![is_known.then(|| value::int(contents.len(), INDEX, span))];
            let array = env.new_array(Array {
                initial: is_known.then_some(contents),
                is_const: true,
                ..Array::new("string", CHAR, Space::Constant, extents, span)
            });
            env.memory.strings.insert(key, array);
            array
        }
    };
    // Older C++ lets `char *` lead here; a write is refused as one to constant memory.
    Ok(Value::Row(Pointer::to(Base::Array(array), false)))
}

/// `char s[] = "ab";` is `char s[] = {'a', 'b', 0};`.
pub fn as_list(init: &ExprKind, element: Type, span: Span) -> Option<Vec<Initializer>> {
    let ExprKind::Str(text) = init else { return None };
    if !text.is_ascii() || !matches!(element, Type::Int { bits: 8, .. }) {
        return None;
    }
    let character = |byte: u8| Initializer::Expr(Expr { kind: ExprKind::Char(byte.into()), span });
    Some(text.bytes().chain([0]).map(character).collect())
}
