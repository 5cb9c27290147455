//! The state of printing: the names, the text so far and how far it is indented.

use crate::kernel::ir::Kernel;
use crate::kernel::spelling::Names;

/// The text so far, and what is needed to go on.
pub(super) struct Printer<'a> {
    /// Without types and conversions to mathematical numbers.
    pub(super) is_plain: bool,
    pub(super) kernel: &'a Kernel,
    pub(super) names: Names,
    pub(super) out: String,
    pub(super) indent: usize,
}

impl<'a> Printer<'a> {
    pub(super) fn new(kernel: &'a Kernel) -> Self {
        Printer { is_plain: false, kernel, names: Names::of(kernel), out: String::new(), indent: 0 }
    }

    pub(super) fn line(&mut self, text: &str) {
        self.start();
        self.out.push_str(text);
        self.out.push('\n');
    }

    pub(super) fn start(&mut self) {
        for _ in 0..self.indent {
            self.out.push_str("    ");
        }
    }

    pub(super) fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }
}
