//! The value of an expression in a thread. In the program every check of the proof is made on the way (VALUE-5 to VALUE-23);
//! in annotations what is undefined is unknown (MACHINE-12).

mod clauses;
mod definitions;
mod limits;

use num_bigint::BigInt;

use crate::base::Span;
use crate::kernel::ir::{Binary, FUSED, Unary};

use crate::interp::arith::{Domain, fused, host_function, identity, in_domain};
use crate::interp::code::{Fit, Math, Node, NodeId};
use crate::interp::flow::Source;
use crate::interp::machine::Machine;
use crate::interp::machine::tracking::{Elsewhere, Sink};
use crate::interp::outcome::{RemarkKind, ViolationKind};
use crate::interp::setup::Ints;
use crate::interp::transfer::Transfer;
use crate::interp::value::{Value, round_float};

impl Machine<'_> {
    /// Half of all nodes are leaves: they are read where they are wanted, without a call.
    #[inline]
    pub fn eval(&mut self, node: NodeId, thread: u32) -> Value {
        match &self.code.nodes[node as usize] {
            Node::Const(value) => *value,
            Node::Local(local) => self.local(*local, thread, node),
            _ => self.compound(node, thread),
        }
    }

    fn compound(&mut self, node: NodeId, thread: u32) -> Value {
        let code = self.code;
        match &code.nodes[node as usize] {
            Node::Const(_) | Node::Local(_) => self.eval(node, thread),
            Node::ThreadIdx(axis) => self.thread_coordinate(thread, *axis),
            Node::BlockIdx(axis) => self.block_coordinate(thread, *axis),
            Node::Read(site) => self.read_at(*site, thread),
            Node::Peek(site) => self.peek_at(*site, thread, thread),
            Node::PeekOld(site) => self.peek_old(*site, None, thread),
            Node::PeekKept(site, call) => self.peek_old(*site, Some(*call), thread),
            Node::Unary(op, domain, a) => {
                let a = Transfer::Operation.of(self.eval(*a, thread));
                self.mixed(&[a]).unwrap_or_else(|| self.pool.unary(*op, *domain, a))
            }
            Node::Binary(op, domain, a, b) => {
                let [a, b] = [*a, *b].map(|side| Transfer::Operation.of(self.eval(side, thread)));
                self.mixed(&[a, b]).unwrap_or_else(|| self.pool.binary(*op, *domain, a, b))
            }
            Node::Divide(op, domain, a, b) => self.quotient((*op, *domain), (*a, *b), (node, thread)),
            Node::Remainder(a, b, fit) => {
                let (a, b) = (self.eval(*a, thread), self.eval(*b, thread));
                self.remainder(a, b, &code.fits[*fit as usize], (node, thread))
            }
            Node::Shift(op, a, b, bits) => self.shift(*op, (*a, *b), *bits, (node, thread)),
            Node::Fit(a, fit) => {
                let value = self.eval(*a, thread);
                let fit = &code.fits[*fit as usize];
                match value {
                    Value::Data(_) => value,
                    _ if fit.has(value) => value,
                    _ => self.leaves_range(value, fit, code.spans[node as usize], thread),
                }
            }
            Node::Wrap(a, fit) => {
                let value = self.eval(*a, thread);
                let fit = &code.fits[*fit as usize];
                match value {
                    Value::Data(_) => value,
                    _ if fit.has(value) => value,
                    _ => self.pool.wrap(value, fit.signed, fit.bits),
                }
            }
            Node::Typed(a, fit) => self.typed(*a, &code.fits[*fit as usize], thread),
            Node::And(a, b) => self.connective(*a, *b, thread, Some(false)),
            Node::Or(a, b) => self.connective(*a, *b, thread, Some(true)),
            Node::Implies(a, b) => self.connective(*a, *b, thread, None),
            Node::Same(a, b, domain, positive) => {
                let (a, b) = (self.eval(*a, thread), self.eval(*b, thread));
                self.mixed(&[a, b]).unwrap_or_else(|| self.identical(a, b, *domain, *positive))
            }
            Node::Conditional(cond, then, else_) => self.conditional(*cond, *then, *else_, thread),
            Node::Accessed(sites, value) => self.accessed(sites, *value, thread),
            Node::Truth(a) => truth(self.eval(*a, thread)),
            Node::Number(a, domain) => number(self.eval(*a, thread), *domain),
            Node::Fraction(a, domain) => self.fraction(*a, *domain, thread),
            Node::Truncate(a, fit, wide) => {
                let value = self.eval(*a, thread);
                let fit = fit.map(|fit| &code.fits[fit as usize]);
                self.mixed(&[value]).unwrap_or_else(|| self.truncate(value, fit, *wide))
            }
            Node::Math(math) => self.function(math, node, thread),
            Node::Operate { operator, left, right } => {
                let (left, right) = (self.eval(*left, thread), self.eval(*right, thread));
                self.operate(*operator, left, right, thread)
            }
            Node::Call { function, args } => self.call(*function, args, thread),
            Node::Bound(bound) => self.view.bound[*bound as usize],
            Node::Quantified(at) => self.quantified(*at, thread),
            Node::Fold(at) => self.fold(*at, thread),
            Node::At { inner, place, block } => self.seen_from(*inner, (*place, *block), thread),
            Node::LoopCount(id) => Value::Int(self.view.counts[*id as usize] as i64),
            Node::Active(None) => self.is_active(thread),
            Node::Active(Some(place)) => match self.place(*place, false, thread) {
                Some(there) => self.is_active(there),
                None => Value::Unknown,
            },
        }
    }

    // ── cells ───────────────────────────────────────────────────────────────────────────────────

    #[inline]
    fn read_at(&mut self, site: u32, thread: u32) -> Value {
        match self.locate(site, thread) {
            Ok(index) => {
                self.may_read(site, index, thread);
                self.read(site, index, thread)
            }
            Err(Elsewhere::Anywhere(index)) => self.read_anywhere(site, index),
            Err(Elsewhere::Nowhere) => Value::Unknown,
        }
    }

    fn accessed(&mut self, sites: &[u32], value: Value, thread: u32) -> Value {
        for site in sites {
            self.read_at(*site, thread);
        }
        value
    }

    /// The cell of another thread, at the speaking thread's indices.
    #[inline]
    fn peek_at(&mut self, site: u32, thread: u32, whose: u32) -> Value {
        match self.locate(site, thread) {
            Ok(index) => {
                let cell = &self.code.cells[site as usize];
                self.peek(cell.array, index, whose, cell.span)
            }
            Err(_) => Value::Unknown,
        }
    }

    /// The cell as the call by contract found it, else as it was at entry.
    fn peek_old(&mut self, site: u32, call: Option<u32>, thread: u32) -> Value {
        let Ok(index) = self.locate(site, thread) else { return Value::Unknown };
        let array = self.code.cells[site as usize].array;
        match call {
            Some(call) => self.at_call(call, array, index, thread),
            None => self.at_entry(array, index),
        }
    }

    /// CLAUSE-10: the indices of a cell are the speaking thread's.
    fn seen_from(&mut self, inner: NodeId, (place, block): (NodeId, bool), thread: u32) -> Value {
        match (self.place(place, block, thread), &self.code.nodes[inner as usize]) {
            (Some(there), Node::Peek(site)) => self.peek_at(*site, thread, there),
            (Some(there), _) => self.eval(inner, there),
            (None, _) => Value::Unknown,
        }
    }

    fn is_active(&self, thread: u32) -> Value {
        Value::Bool(self.view.active.binary_search(&thread).is_ok())
    }

    // ── operators ───────────────────────────────────────────────────────────────────────────────

    /// VALUE-10: `/` and `%` of the program. Exact numbers have no quotient by 0; floats of a machine have (VALUE-22).
    #[inline]
    fn divides(&mut self, domain: Domain, a: Value, b: Value, (node, thread): (NodeId, u32)) -> bool {
        match b {
            Value::Int(0) | Value::Ratio { num: 0, .. } if domain == Domain::Real => {
                let message = format!("{} is divided by 0", self.pool.show(a));
                self.remark(RemarkKind::NoNumber(message), self.code.spans[node as usize], thread);
                false
            }
            Value::Int(0) => {
                let message = format!("{} is divided by 0", self.pool.show(a));
                self.fatal(ViolationKind::Division, self.code.spans[node as usize], thread, message);
                false
            }
            _ => true,
        }
    }

    fn quotient(&mut self, (op, domain): (Binary, Domain), (a, b): (NodeId, NodeId), at: (NodeId, u32)) -> Value {
        let (a, b) = (self.eval(a, at.1), self.eval(b, at.1));
        if let Some(data) = self.divided(domain, a, b, at) {
            return data;
        }
        match self.divides(domain, a, b, at) {
            true => self.pool.binary(op, domain, a, b),
            false => Value::Unknown,
        }
    }

    fn shift(&mut self, op: Binary, (a, b): (NodeId, NodeId), bits: u8, at: (NodeId, u32)) -> Value {
        let (a, b) = (self.eval(a, at.1), self.eval(b, at.1));
        if let Some(data) = self.shifted(a, b, bits, at) {
            return data;
        }
        match self.shifts(b, bits, at) {
            true => self.pool.binary(op, Domain::Int, a, b),
            false => Value::Unknown,
        }
    }

    /// A quotient that data decides: a divisor that is known is looked at.
    #[inline]
    fn divided(&mut self, domain: Domain, a: Value, b: Value, at: (NodeId, u32)) -> Option<Value> {
        let data = self.mixed(&[a, b])?;
        match b {
            Value::Data(_) => self.leave_open(ViolationKind::Division),
            _ => drop(self.divides(domain, a, b, at)),
        }
        Some(data)
    }

    /// Likewise of a shift and its count.
    #[inline]
    fn shifted(&mut self, a: Value, b: Value, bits: u8, at: (NodeId, u32)) -> Option<Value> {
        let data = self.mixed(&[a, b])?;
        match b {
            Value::Data(_) => self.leave_open(ViolationKind::Division),
            _ => drop(self.shifts(b, bits, at)),
        }
        Some(data)
    }

    fn remainder(&mut self, a: Value, b: Value, fit: &Fit, (node, thread): (NodeId, u32)) -> Value {
        if let Some(data) = self.divided(Domain::Int, a, b, (node, thread)) {
            return data;
        }
        if !self.divides(Domain::Int, a, b, (node, thread)) {
            return Value::Unknown;
        }
        // The smallest value has no quotient by -1.
        if matches!(b, Value::Int(-1)) && self.pool.as_big(a).is_some_and(|a| a == fit.low.into()) {
            let quotient = self.pool.unary(Unary::Neg, Domain::Int, a);
            let span = self.code.spans[node as usize];
            if matches!(self.leaves_range(quotient, fit, span, thread), Value::Unknown) {
                return Value::Unknown;
            }
        }
        self.pool.binary(Binary::Rem, Domain::Int, a, b)
    }

    /// Whether a value of so many bits can be shifted by the count.
    fn shifts(&mut self, count: Value, bits: u8, (node, thread): (NodeId, u32)) -> bool {
        let defined = match count {
            Value::Int(count) => (0..i64::from(bits)).contains(&count),
            other => matches!(other, Value::Unknown),
        };
        if !defined {
            let message = format!("a value of {bits} bits is shifted by {}", self.pool.show(count));
            self.fatal(ViolationKind::Division, self.code.spans[node as usize], thread, message);
        }
        defined
    }

    /// CLAUSE-10
    fn typed(&mut self, a: NodeId, fit: &Fit, thread: u32) -> Value {
        let value = self.eval(a, thread);
        let fits = |exact| BigInt::from(fit.low) <= exact && exact <= BigInt::from(fit.high);
        if self.pool.as_big(value).is_some_and(fits) { value } else { Value::Unknown }
    }

    fn identical(&mut self, mut a: Value, mut b: Value, domain: Domain, positive: bool) -> Value {
        if let Domain::Float(bits) = domain {
            (a, b) = (self.pool.to_float(a, bits), self.pool.to_float(b, bits));
        }
        let op = if positive { Binary::Eq } else { Binary::Ne };
        if domain == Domain::Real {
            return self.pool.binary(op, domain, a, b);
        }
        identity(op, a, b).unwrap_or(Value::Unknown)
    }

    fn conditional(&mut self, cond: NodeId, then: NodeId, else_: NodeId, thread: u32) -> Value {
        let decides = self.eval(cond, thread);
        if let Value::Data(_) = decides {
            let then = self.perhaps(then, thread, decides);
            if Transfer::OtherOperand.is_out() {
                return then;
            }
            let else_ = self.perhaps(else_, thread, decides);
            return match then.same(else_) {
                Some(true) => then,
                _ => self.mixed(&[decides, then, else_]).unwrap_or(Value::Unknown),
            };
        }
        match decides.truth() {
            Some(true) => self.eval(then, thread),
            Some(false) => self.eval(else_, thread),
            None if self.view.spec => {
                let (then, else_) = (self.eval(then, thread), self.eval(else_, thread));
                if then.same(else_) == Some(true) { then } else { Value::Unknown }
            }
            None => Value::Unknown,
        }
    }

    fn fraction(&mut self, a: NodeId, domain: Domain, thread: u32) -> Value {
        match (self.eval(a, thread), domain) {
            (value @ Value::Data(_), _) => value,
            (value, Domain::Float(bits)) => self.pool.to_float(value, bits),
            (Value::Int(num), _) => Value::Ratio { num, den: 1 },
            (Value::Big(at), _) => {
                let exact = self.pool.as_real(Value::Big(at));
                exact.map_or(Value::Unknown, |exact| self.pool.real(exact))
            }
            (value, _) => value,
        }
    }

    fn truncate(&mut self, value: Value, fit: Option<&Fit>, wide: bool) -> Value {
        match fit {
            Some(fit) => self.truncate_into(value, fit, wide),
            None => self.pool.truncate(value),
        }
    }

    /// VALUE-34: what PTX's `cvt` gives. What is narrower than its registers is converted in ways that it does not say.
    fn truncate_into(&mut self, value: Value, fit: &Fit, wide: bool) -> Value {
        let whole = match value {
            Value::Float(float) if float.is_nan() => {
                let nan = match (wide, fit.signed) {
                    (false, _) => 0,
                    (true, true) => fit.low,
                    (true, false) => 1 << (fit.bits - 1),
                };
                return if fit.bits < 32 { Value::Unknown } else { self.pool.int(nan.into()) };
            }
            Value::Float(float) if float.is_infinite() => {
                let end = if float < 0.0 { fit.low } else { fit.high };
                return if fit.bits < 32 { Value::Unknown } else { self.pool.int(end.into()) };
            }
            other => self.pool.truncate(other),
        };
        let Some(exact) = self.pool.as_big(whole) else { return Value::Unknown };
        let (low, high) = (fit.low.into(), fit.high.into());
        match (exact < low, exact > high) {
            (false, false) => whole,
            _ if fit.bits < 32 => Value::Unknown,
            (true, _) => self.pool.int(low),
            (_, true) => self.pool.int(high),
        }
    }

    /// The thread that a bound thread or block stands for; a block keeps the viewer's thread coordinates (CLAUSE-10).
    fn place(&mut self, place: NodeId, block: bool, thread: u32) -> Option<u32> {
        match self.eval(place, thread) {
            Value::Int(at) if block => Some(at as u32 * self.block + thread % self.block),
            Value::Int(at) => Some(at as u32),
            _ => None,
        }
    }

    /// VALUE-1. `decides` is the left value that makes the right one irrelevant; none for implication.
    fn connective(&mut self, a: NodeId, b: NodeId, thread: u32, decides: Option<bool>) -> Value {
        let (absorbing, result) = match decides {
            Some(value) => (value, value),
            None => (false, true),
        };
        let left = self.eval(a, thread);
        if let Value::Data(_) = left {
            let right = self.perhaps(b, thread, left);
            return match right {
                // Whatever the left one is.
                Value::Bool(right) if right == result => Value::Bool(result),
                _ => self.mixed(&[left, right]).unwrap_or(Value::Unknown),
            };
        }
        match left.truth() {
            Some(left) if left == absorbing => Value::Bool(result),
            Some(_) => self.eval(b, thread),
            None if !self.view.spec => Value::Unknown,
            None => match self.eval(b, thread) {
                Value::Bool(right) if right == result => Value::Bool(result),
                _ => Value::Unknown,
            },
        }
    }

    /// The position of a cell in its array.
    #[inline]
    pub fn locate(&mut self, site: u32, thread: u32) -> Result<i64, Elsewhere> {
        let code = self.code;
        let cell = &code.cells[site as usize];
        let extents = &code.arrays[cell.array as usize].extents;
        // Most arrays have one dimension.
        if let ([index], [extent]) = (&*cell.index, &**extents) {
            let value = self.eval(*index, thread);
            return self.along(site, 0, value, *extent, thread);
        }
        if code.arrays[cell.array as usize].by_coordinates() {
            return self.locate_by_coordinates(site, thread);
        }
        let mut flat = 0_i64;
        for (at, (index, extent)) in cell.index.iter().zip(extents).enumerate() {
            let value = self.eval(*index, thread);
            let index = self.along(site, at, value, *extent, thread)?;
            flat = extent.map_or(index, |extent| flat.wrapping_mul(extent).wrapping_add(index));
        }
        Ok(flat)
    }

    /// The position of a cell of which the coordinates are the position.
    fn locate_by_coordinates(&mut self, site: u32, thread: u32) -> Result<i64, Elsewhere> {
        let code = self.code;
        let cell = &code.cells[site as usize];
        let mut coordinates = Vec::with_capacity(cell.index.len());
        for (at, index) in cell.index.iter().enumerate() {
            let value = self.eval(*index, thread);
            let extent = code.arrays[cell.array as usize].extents[at];
            coordinates.push(self.along(site, at, value, extent, thread)?);
        }
        let position = code.arrays[cell.array as usize].pack(&coordinates);
        if position.is_none() {
            self.undecided("coordinates that are too large", cell.span);
        }
        position.ok_or(Elsewhere::Nowhere)
    }

    /// The index along one dimension, if it is inside.
    #[inline]
    fn along(
        &mut self,
        site: u32,
        at: usize,
        value: Value,
        extent: Option<i64>,
        thread: u32,
    ) -> Result<i64, Elsewhere> {
        let Value::Int(index) = Transfer::Address.of(value) else {
            return Err(self.strange_index(site, at, value, thread));
        };
        if extent.is_some_and(|extent| !(0..extent).contains(&index)) {
            self.outside(site, at, value, thread);
            return Err(Elsewhere::Nowhere);
        }
        // CLAUSE-12: no array of the program has such a cell.
        if index < 0
            && extent.is_none()
            && self.view.spec
            && self.code.arrays[self.code.cells[site as usize].array as usize].counts_from_zero()
        {
            return Err(Elsewhere::Nowhere);
        }
        Ok(index)
    }

    #[cold]
    fn strange_index(&mut self, site: u32, at: usize, value: Value, thread: u32) -> Elsewhere {
        let cell = &self.code.cells[site as usize];
        let checked = self.code.arrays[cell.array as usize].extents[at].is_some();
        match value {
            Value::Big(_) if checked => self.outside(site, at, value, thread),
            _ if self.view.spec => {}
            Value::Data(_) if self.leave_access_open(value, site) => return Elsewhere::Anywhere(value),
            Value::Data(_) => self.depends(value, Sink::Address, cell.span),
            Value::Big(_) => self.undecided("an index beyond 64 bits", cell.span),
            _ => self.undecided("the value of an index is not known", cell.span),
        }
        Elsewhere::Nowhere
    }

    #[cold]
    fn outside(&mut self, site: u32, at: usize, index: Value, thread: u32) {
        if self.view.spec {
            return;
        }
        let cell = &self.code.cells[site as usize];
        let array = &self.code.arrays[cell.array as usize];
        let (name, index) = (&array.name, self.pool.show(index));
        let message = match array.extents[at] {
            _ if array.null => format!("`{name}` is null"),
            Some(extent) if array.extents.len() > 1 => {
                format!("index {index} is outside of dimension {} of `{name}`, which has {extent} elements", at + 1)
            }
            Some(1) => format!("index {index} is outside of `{name}`, which has 1 element"),
            Some(extent) => format!("index {index} is outside of `{name}`, which has {extent} elements"),
            None => format!("index {index} is outside of `{name}`"),
        };
        self.fatal(ViolationKind::Bounds, cell.span, thread, message);
    }

    /// MACHINE-6: a result that is not within the small part of its type's range.
    #[cold]
    pub fn leaves_range(&mut self, value: Value, fit: &Fit, span: Span, thread: u32) -> Value {
        if let (Value::Int(small), Ints::C) = (value, self.options.ints) {
            if (fit.low..=fit.high).contains(&small.into()) {
                return value;
            }
            self.remark(RemarkKind::Overflow, span, thread);
            return self.pool.wrap(value, fit.signed, fit.bits);
        }
        let Some(exact) = self.pool.as_big(value) else { return Value::Unknown };
        if BigInt::from(fit.low) <= exact && exact <= BigInt::from(fit.high) {
            return value;
        }
        match self.options.ints {
            Ints::Math => self.remark(RemarkKind::Overflow, span, thread),
            Ints::Checked => {
                let kind = if fit.signed { "a signed" } else { "an unsigned" };
                let message = format!("{exact} does not fit {kind} integer of {} bits", fit.bits);
                self.fatal(ViolationKind::Overflow, span, thread, message);
                return Value::Unknown;
            }
            Ints::C => {
                self.remark(RemarkKind::Overflow, span, thread);
                return self.pool.wrap(value, fit.signed, fit.bits);
            }
        }
        value
    }

    /// VALUE-29, VALUE-10, MACHINE-3
    fn function(&mut self, math: &Math, node: NodeId, thread: u32) -> Value {
        let args: Vec<Value> = math.args.iter().map(|arg| self.eval(*arg, thread)).collect();
        if let Some(data) = self.mixed(&args) {
            if math.checked {
                self.leave_open(ViolationKind::Division);
            }
            return data;
        }
        // A machine's exponential is another one than ours in the last places, which may decide a branch.
        if self.is_tracked() && !Transfer::Rounded.is_out() && !is_exact(&self.code.names[math.name as usize]) {
            return self.data(Source::Anything).unwrap_or(Value::Unknown);
        }
        let (name, args, domain) = (self.code.names[math.name as usize].as_str(), &args[..], math.domain);
        if let Domain::Float(bits) = domain {
            let floats: Option<Vec<f64>> = args
                .iter()
                .map(|arg| match self.pool.to_float(*arg, bits) {
                    Value::Float(value) => Some(value),
                    _ => None,
                })
                .collect();
            if let (FUSED, Some([a, b, c])) = (name, floats.as_deref()) {
                return Value::Float(fused(*a, *b, *c, bits));
            }
            if let Some(value) = floats.and_then(|floats| host_function(name, &floats)) {
                return Value::Float(round_float(value, bits));
            }
        } else if let (FUSED, [a, b, c]) = (name, args) {
            let product = self.pool.binary(Binary::Mul, domain, *a, *b);
            return self.pool.binary(Binary::Add, domain, product, *c);
        } else if math.checked && in_domain(self.pool, name, args) == Some(false) {
            let shown: Vec<String> = args.iter().map(|arg| self.pool.show(*arg)).collect();
            let message = format!("{name}({}) is not defined", shown.join(", "));
            self.remark(RemarkKind::NoNumber(message), self.code.spans[node as usize], thread);
            return Value::Unknown;
        } else if let [arg] = args
            && let Some(value) = self.pool.whole(name, *arg)
        {
            return value;
        }
        self.findings.uncomputed = Some(math.name);
        self.pool.term(name, args)
    }
}

/// Functions whose result every machine computes to the last place (CUDA Programming Guide, *Mathematical Functions*: 0 ulp).
fn is_exact(name: &str) -> bool {
    const EXACT: &[&str] = &[
        FUSED, "sqrt", "trunc", "round", "rint", "nearbyint", "fmod", "remainder", "fdim", "copysign", "modf",
        "infinity", "nan", "isnan", "isinf", "isfinite",
    ];
    EXACT.contains(&name)
}

/// Number to truth value.
fn truth(value: Value) -> Value {
    match value {
        Value::Float(value) => Value::Bool(value != 0.0),
        Value::Int(value) => Value::Bool(value != 0),
        Value::Ratio { num, .. } => Value::Bool(num != 0),
        Value::Big(_) | Value::BigRatio(_) => Value::TRUE,
        Value::Bool(_) => value,
        Value::Data(_) => value,
        Value::Missing | Value::Unknown | Value::Opaque(_) => Value::Unknown,
    }
}

/// Truth value to 0 or 1 of that domain.
fn number(value: Value, domain: Domain) -> Value {
    match (value, domain) {
        (Value::Bool(value), Domain::Real) => Value::Ratio { num: i64::from(value), den: 1 },
        (Value::Bool(value), Domain::Float(_)) => Value::Float(f64::from(u8::from(value))),
        (Value::Bool(value), _) => Value::Int(i64::from(value)),
        (Value::Data(_), _) => value,
        _ => Value::Unknown,
    }
}
