//! The state of printing: the names, the text so far and how far it is indented.

use crate::kernel::ir::Kernel;
use crate::kernel::spelling::Names;

/// The text so far, and what is needed to go on.
pub struct Printer<'a> {
    /// Without types and conversions to mathematical numbers.
    pub is_plain: bool,
    pub kernel: &'a Kernel,
    pub names: Names,
    pub out: String,
    pub indent: usize,
}

impl<'a> Printer<'a> {
    pub fn new(kernel: &'a Kernel) -> Self {
        Printer { is_plain: false, kernel, names: Names::of(kernel), out: String::new(), indent: 0 }
    }

    pub fn line(&mut self, text: &str) {
        self.start();
        self.out.push_str(text);
        self.out.push('\n');
    }

    pub fn start(&mut self) {
        for _ in 0..self.indent {
            self.out.push_str("    ");
        }
    }

    pub fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }
}
