//! Objects of classes: how they come to be, their members, conversions and copies.

pub mod aggregate;
pub mod construction;
pub mod conversion;
pub mod copy_assignment;
pub mod copy_constructors;
pub mod initializers;
pub mod member;
pub mod pointer_like;
pub mod zero_fill;
