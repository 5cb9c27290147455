//! Variables of files, and which of them are one.

use std::collections::BTreeMap;

use crate::syntax::tree::{Declaration, Declarator, Expr, ExprKind, Initializer, Item, traverse};

use super::machine::{Host, Unit};
use super::state::{Cell, Place, State};
use super::types::HostType;

/// Variables that all files may name, by namespace and name; nothing where there are several.
type Open<'a> = BTreeMap<(Vec<&'a str>, &'a str), Option<Cell>>;

impl<'a> Host<'a> {
    /// Declares enumerators and variables of all files, and gives the variables their first values. Says whether constructors of
    /// the program run before `main`.
    pub fn declare_globals(&mut self, state: &mut State) -> bool {
        let mut open = Open::new();
        let mut runs_code = false;
        for at in 0..self.units.len() {
            self.at = at;
            runs_code |= self.declare_defined(&mut open, state);
        }
        for at in 0..self.units.len() {
            self.at = at;
            self.declare_others(&mut open);
        }
        self.forget_shared(state);
        self.keep_lasting();
        runs_code
    }

    /// Variables that a header defines may be one in all files that include it. A header is read anew for each of them.
    fn forget_shared(&mut self, state: &mut State) {
        let mut known: BTreeMap<(String, usize, usize), Vec<Cell>> = BTreeMap::new();
        for (at, variable) in self.variables.iter().enumerate().filter(|(_, own)| own.is_global && !own.is_const) {
            let key = (variable.name.clone(), variable.place.lo as usize, variable.place.hi as usize);
            known.entry(key).or_default().push(Cell(at));
        }
        for cell in known.into_values().filter(|cells| cells.len() > 1).flatten() {
            self.variables[cell.0].ty = HostType::Unread;
            self.lasting.remove(&cell);
            state.forget(&Place::of(cell));
        }
    }

    /// Of the variables that may be lasting, those that names always mean, and that only code names which is read.
    fn keep_lasting(&mut self) {
        let named = |cell: &Cell| {
            let mut units = self.units.iter().filter(|unit| {
                let meant = |known: &Option<(Cell, &[String])>| known.is_some_and(|(own, _)| own == *cell);
                unit.globals.values().any(meant)
            });
            let name = self.variables[cell.0].name.as_str();
            let is_read = |unit: &Unit<'_>| !unit.file.host.open_variables.contains(name);
            units.clone().next().is_some() && units.all(is_read)
        };
        let lasting = self.lasting.keys().filter(|cell| named(cell)).copied();
        self.lasting = lasting.map(|cell| (cell, Vec::new())).collect::<BTreeMap<_, _>>();
    }

    fn declarations(&self) -> Vec<(&'a Declaration, &'a Declarator)> {
        let file = self.unit().file;
        let of_device = file.items.iter().filter_map(|item| match item {
            Item::Global(declaration) => Some(declaration),
            _ => None,
        });
        let all = file.host.globals.iter().chain(of_device);
        all.flat_map(|own| own.declarators.iter().map(move |declarator| (own, declarator))).collect()
    }

    fn declare_defined(&mut self, open: &mut Open<'a>, state: &mut State) -> bool {
        let file = self.unit().file;
        for item in &file.items {
            if let Item::Enum(enumeration) = item {
                self.declare_enumerators(enumeration, state);
            }
        }
        let defined = self.declarations().into_iter().filter(|(declaration, _)| !declaration.specifiers.is_extern);
        let mut runs_code = false;
        for (declaration, declarator) in defined {
            if self.unit().types.is_reference(&declarator.ty) {
                self.declare_reference_of_file(declarator, state);
                continue;
            }
            runs_code |= self.unit().types.runs_code(&declarator.ty);
            let cell = self.declare_global(declaration, declarator);
            if is_open(declaration, declarator) {
                open.entry(key(declaration, declarator)).and_modify(|known| *known = None).or_insert(Some(cell));
            }
            self.initialise(&Place::of(cell), declarator, state);
            runs_code |= self.runs_function(declarator);
            let specifiers = &declaration.specifiers;
            let is_of_device = specifiers.is_device || specifiers.is_constant || specifiers.is_shared;
            if matches!(self.variables[cell.0].ty, HostType::Int(_) | HostType::Dim3)
                && !self.variables[cell.0].is_const
                && declaration.scope.iter().all(|part| part.starts_with('<'))
                && !is_of_device
                && (file.host.is_searched || !is_open(declaration, declarator))
            {
                self.lasting.insert(cell, Vec::new());
            }
        }
        if runs_code {
            self.forget_reachable(state);
        }
        runs_code
    }

    /// Whether an initialiser is more than numbers and names: then other variables may not have their values yet.
    fn runs_function(&self, declarator: &'a Declarator) -> bool {
        let args: Vec<&Expr> = match &declarator.init {
            Some(Initializer::Expr(e)) => vec![e],
            Some(Initializer::Construct(args)) => args.iter().collect(),
            _ => Vec::new(),
        };
        let mut found = false;
        traverse::Node::walk(args.into_iter().map(traverse::Node::Expr), &mut |node| {
            if let traverse::Node::Expr(e) = node {
                found |= match &e.kind {
                    ExprKind::Name(name) => self.is_function(&name.ident),
                    ExprKind::Lambda(_) | ExprKind::Call(..) => true,
                    _ => false,
                };
            }
        });
        found
    }

    /// A reference is another name of something, of which nothing is known.
    fn declare_reference_of_file(&mut self, declarator: &'a Declarator, state: &mut State) {
        self.units[self.at].globals.insert(&declarator.name.text, None);
        if let Some(Initializer::Expr(e)) = &declarator.init
            && let Some(place) = self.place(e, state)
        {
            self.escaped.insert(place.cell);
        }
    }

    fn declare_global(&mut self, declaration: &'a Declaration, declarator: &'a Declarator) -> Cell {
        let specifiers = &declaration.specifiers;
        let is_of_device = specifiers.is_device || specifiers.is_constant || specifiers.is_shared;
        // Code that is not followed where it runs may name it: member functions, operators, constructors; kernels.
        let is_wild = self.unit().file.host.wild_variables.contains(&declarator.name.text);
        let resolved = self.resolve(&declarator.ty);
        let is_number = matches!(resolved, HostType::Int(_) | HostType::Dim3);
        let is_const = is_number && (declarator.ty.qualifiers.is_const || specifiers.is_constexpr);
        let ty = if (is_wild || is_of_device) && !is_const { HostType::Unread } else { resolved };
        let cell = self.variable(&declarator.name.text, ty, is_const, declarator.name.span);
        self.variables[cell.0].is_global = true;
        let known = self.units[self.at].globals.entry(&declarator.name.text);
        known.and_modify(|known| *known = None).or_insert(Some((cell, &declaration.scope)));
        cell
    }

    /// Variables that are only declared: each is that of the file which defines it.
    fn declare_others(&mut self, open: &mut Open<'a>) {
        let declared = self.declarations().into_iter().filter(|(declaration, _)| declaration.specifiers.is_extern);
        for (declaration, declarator) in declared {
            let name = declarator.name.text.as_str();
            if let Some(known) = self.unit().globals.get(name) {
                // Another one of that name, perhaps of another namespace.
                if known.is_none_or(|(_, scope)| scope != declaration.scope) {
                    self.units[self.at].globals.insert(name, None);
                }
                continue;
            }
            if self.unit().types.is_reference(&declarator.ty) {
                self.units[self.at].globals.insert(name, None);
                continue;
            }
            let cell = match open.get(&key(declaration, declarator)) {
                Some(Some(cell)) => Some((*cell, &declaration.scope[..])),
                Some(None) => None,
                None => {
                    let cell = self.declare_global(declaration, declarator);
                    open.insert(key(declaration, declarator), Some(cell));
                    continue;
                }
            };
            self.units[self.at].globals.insert(name, cell);
        }
    }
}

fn key<'a>(declaration: &'a Declaration, declarator: &'a Declarator) -> (Vec<&'a str>, &'a str) {
    let scope = declaration.scope.iter().filter(|part| !part.starts_with('<')).map(String::as_str);
    (scope.collect(), &declarator.name.text)
}

/// Whether other files may name the variable.
fn is_open(declaration: &Declaration, declarator: &Declarator) -> bool {
    let specifiers = &declaration.specifiers;
    let is_unnamed = declaration.scope.iter().any(|part| part == "<unnamed");
    !specifiers.is_static && !specifiers.is_constexpr && !declarator.ty.qualifiers.is_const && !is_unnamed
}
