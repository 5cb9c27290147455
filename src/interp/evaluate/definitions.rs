//! Recursive definitions, which are unfolded as far as they are needed (MACHINE-12).

use crate::interp::code::NodeId;
use crate::interp::machine::Machine;
use crate::interp::value::Value;

/// Applications of definitions that may be open, one inside the other.
const MOST_OPEN: u32 = 1_000;

impl Machine<'_> {
    /// The value of a definition; unknown where an argument is, or where it is unfolded too deep.
    pub fn call(&mut self, function: u32, args: &[NodeId], thread: u32) -> Value {
        let code = self.code;
        let Some(definition) = &code.annotations.functions[function as usize] else { return Value::Unknown };
        let args: Vec<Value> = args.iter().map(|arg| self.eval(*arg, thread)).collect();
        let is_known = |arg: &Value| !matches!(arg, Value::Unknown | Value::Missing);
        if !args.iter().all(is_known) || self.view.open_calls == MOST_OPEN || !self.step(1) {
            return Value::Unknown;
        }
        let outer = self.view.bound[code.annotations.of_definitions..].to_vec();
        for (param, arg) in definition.params.iter().zip(args) {
            self.view.bound[*param as usize] = arg;
        }
        self.view.open_calls += 1;
        let value = self.eval(definition.body, thread);
        self.view.open_calls -= 1;
        self.view.bound[code.annotations.of_definitions..].copy_from_slice(&outer);
        value
    }
}
