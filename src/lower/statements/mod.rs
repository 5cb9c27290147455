//! Statements and declarations.

pub mod arrays;
pub mod conditions;
pub mod declare;
pub mod loops;
pub mod pointer_lists;
pub mod ranges;
pub mod references;
pub mod stmt;
pub mod switch;
