//! Memory as C++ sees it: objects, pointers, arrays of pointers, and cells that are looked at as elements of several types. What is
//! asked for by syntax is lowered elsewhere: here are values and places.

pub mod cell_views;
pub mod choice;
pub mod constness;
pub mod copy;
pub mod flat;
pub mod homes;
pub mod layout;
pub mod mentioned;
pub mod null;
pub mod object;
pub mod pointee;
pub mod pointer;
pub mod pointer_arithmetic;
pub mod pointer_arrays;
pub mod read;
pub mod storage;
pub mod temporaries;
pub mod unions;
pub mod views;
