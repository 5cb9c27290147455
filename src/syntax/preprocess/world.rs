//! What is defined where the file begins, and what the answers of conditionals rest on (PP-1, PP-3).

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use crate::base::arch::ARCHS;
use crate::base::{Arch, Span};
use crate::syntax::tree::{Doubt, UncertainCondition};

use super::Preprocessor;
use super::macros::{Macro, MacroToken};
use super::sections::{
    ABSENT, AGAIN, CERTAIN, DOUBTFUL, PLACES, SECTIONS, Section, SectionId, When, is_in, is_of_arch, is_reserved,
};

/// What is known of macros beside those that are defined now.
#[derive(Default)]
pub struct World {
    /// Macros that are known not to be defined: by an `#undef` since the last header that was not found.
    pub undefined: BTreeSet<Arc<str>>,
    /// Names that the program itself defines somewhere, read or not.
    pub own: BTreeSet<Arc<str>>,
    /// A header was included whose own includes are not known.
    pub others: bool,
    /// The text of ours that is being read, while it is one of macros alone.
    pub section: Option<SectionId>,
    /// What is asked now is no question of the program's.
    pub is_ours: bool,
    /// The macros of each architecture, once they are asked for.
    archs: Vec<Vec<Rc<Macro>>>,
}

impl Preprocessor<'_> {
    /// What the compiler, the command line and the headers define that nvcc includes by itself, in its order.
    pub fn begin(&mut self) {
        self.sections(|section| matches!(section.when, When::First | When::Lenient));
        let macros = self.arch_macros(self.config.source.arch);
        self.replace_arch(&macros);
        let mut defines = String::new();
        for (name, value) in &self.config.source.defines {
            let value = if value.is_empty() { "1" } else { value };
            defines.push_str(&format!("#define {name} {}\n", value.replace('\n', " ")));
        }
        if !defines.is_empty() {
            self.predefine("<command line>", &defines);
        }
        self.sections(|section| section.when == When::Runtime);
        self.world.own.clear();
    }

    fn sections(&mut self, is_meant: impl Fn(&Section) -> bool) {
        for (at, section) in SECTIONS.iter().enumerate().filter(|(_, section)| is_meant(section)) {
            let id = SectionId(at as u8);
            if section.when != When::Lenient {
                self.expander.in_force |= 1 << at;
            }
            self.read_section(id, section);
        }
    }

    fn read_section(&mut self, id: SectionId, section: &Section) {
        let out = std::mem::take(&mut self.out);
        let around = self.world.section.replace(id);
        self.predefine(&format!("<{}>", section.names.first().unwrap_or(&"built-in")), section.text);
        self.world.section = around;
        self.out = out;
    }

    /// Includes a header of the system whose macros are known.
    pub fn include_section(&mut self, name: &str) {
        for (at, section) in SECTIONS.iter().enumerate().filter(|(_, section)| section.names.contains(&name)) {
            let id = SectionId(at as u8);
            if !id.is_in(self.expander.in_force) || name == AGAIN || section.names.contains(&AGAIN) {
                self.expander.in_force |= 1 << at;
                self.read_section(id, section);
            }
        }
    }

    /// Whether `assert` stands for nothing now, and whether it would behind `#include <assert.h>`.
    pub fn assertions(&self) -> (bool, bool) {
        let is_off = self.expander.macros.get("assert").is_some_and(|found| found.params.is_some());
        (is_off, self.expander.macros.contains_key("NDEBUG"))
    }

    /// Whether a conditional that says `answer` would say something else for another architecture: one that is known, or one to come
    /// whose number is among those that the conditional mentions.
    pub fn differs(&mut self, answer: bool, numbers: &[u64], mut ask: impl FnMut(&mut Self) -> bool) -> bool {
        if !self.expander.macros.get("__CUDA_ARCH__").is_some_and(|found| found.section == Some(SectionId::ARCH)) {
            return false;
        }
        if self.world.archs.is_empty() {
            self.world.archs = ARCHS.iter().map(|arch| self.arch_macros(*arch)).collect();
        }
        let archs = std::mem::take(&mut self.world.archs);
        let newest = ARCHS.iter().map(|arch| arch.number).max().unwrap_or_default();
        let numbers = numbers.iter().flat_map(|number| [number / 10, number / 10 + 1, number.saturating_mul(10)]);
        let to_come = numbers.filter_map(|number| u16::try_from(number).ok());
        let to_come: BTreeSet<u16> = to_come.filter(|number| (newest + 1..1000).contains(number)).collect();
        let to_come: Vec<Vec<Rc<Macro>>> =
            to_come.into_iter().map(|number| self.arch_macros(Arch { number, features: None })).collect();
        let own = self.replace_arch(&[]);
        let differs = archs.iter().chain(&to_come).any(|macros| {
            self.replace_arch(macros);
            ask(self) != answer
        });
        self.replace_arch(&own);
        self.world.archs = archs;
        differs
    }

    /// The macros of an architecture.
    fn arch_macros(&mut self, arch: Arch) -> Vec<Rc<Macro>> {
        let before = self.replace_arch(&[]);
        let (out, around) = (std::mem::take(&mut self.out), self.world.section.replace(SectionId::ARCH));
        self.predefine("<architecture>", &arch.macros());
        (self.out, self.world.section) = (out, around);
        self.replace_arch(&before)
    }

    /// Puts these macros in the place of those of the architecture, and gives those back.
    fn replace_arch(&mut self, macros: &[Rc<Macro>]) -> Vec<Rc<Macro>> {
        let known = &mut self.expander.macros;
        let of_arch = |found: &&Rc<Macro>| found.section == Some(SectionId::ARCH);
        let before: Vec<Rc<Macro>> = known.values().filter(of_arch).cloned().collect();
        before.iter().for_each(|found| drop(known.remove(&found.name)));
        known.extend(macros.iter().map(|found| (found.name.clone(), found.clone())));
        before
    }

    /// Whether a name is a macro here; what that rests on is noted.
    pub fn is_defined(&mut self, name: &str, span: Span) -> bool {
        if PLACES.contains(&name) {
            return true;
        }
        match self.expander.macros.get(name).map(|found| found.section) {
            None => {
                self.taken_for_undefined(name, span);
                false
            }
            Some(None) => true,
            Some(Some(section)) if section.is_in(self.expander.in_force) => {
                if section.section().is_some_and(|known| known.when == When::First) && !CERTAIN.contains(&name) {
                    self.doubt(name, span, Doubt::Platform);
                }
                true
            }
            Some(Some(section)) => {
                if self.world.others {
                    self.doubt_inclusion(name, section, span);
                }
                self.world.others
            }
        }
    }

    /// Notes what the value of a macro of ours rests on.
    pub fn valued(&mut self, name: &str, section: SectionId, span: Span) {
        if let Some(known) = section.section() {
            if !section.is_in(self.expander.in_force) {
                self.doubt_inclusion(name, section, span);
            } else if known.when == When::First || known.names == ["cuda.h"] {
                self.doubt(name, span, Doubt::Platform);
            }
        }
    }

    fn doubt_inclusion(&mut self, name: &str, section: SectionId, span: Span) {
        let header = section.section().and_then(|known| known.names.first());
        self.doubt(name, span, Doubt::Included(header.copied().unwrap_or_default()));
    }

    /// Notes that a conditional took this name for no macro, where a header or the compiler could make it one.
    pub fn taken_for_undefined(&mut self, name: &str, span: Span) {
        if self.world.undefined.contains(name) {
            return;
        }
        // Macros of the library, which its headers define.
        let is_of_library = name.starts_with("__cpp_lib_");
        if !self.missing.names.is_empty() && !is_reserved(name) {
            self.doubt(name, span, Doubt::MissingHeader);
        } else if is_in(ABSENT, name) && !is_of_library {
            self.doubt(name, span, Doubt::Platform);
        } else if (is_reserved(name) && !name.starts_with("__CUDA_ARCH")) || is_in(DOUBTFUL, name) {
            self.doubt(name, span, Doubt::Header);
        }
    }

    pub fn doubt(&mut self, name: &str, span: Span, doubt: Doubt) {
        if !self.world.is_ours {
            self.missing.conditions.push(UncertainCondition { macro_name: name.to_owned(), span, doubt });
        }
    }

    /// Program text that says which architecture it is compiled for differs between them.
    pub fn note_arch_in_text(&mut self, made: &[MacroToken], span: Span) {
        let names = |token: &&MacroToken| token.made_by.as_ref().is_some_and(|name| is_of_arch(name));
        if let Some(name) = made.iter().find(names).and_then(|token| token.made_by.clone())
            && self.expander.macros.get(&name).is_some_and(|found| found.section == Some(SectionId::ARCH))
        {
            self.doubt(&name, span, Doubt::Architecture);
        }
    }

    /// A name that the program itself defines somewhere is the program's.
    pub fn settle_doubts(&mut self) {
        let own: &BTreeSet<Arc<str>> = &self.world.own;
        let is_settled = |found: &UncertainCondition| {
            matches!(found.doubt, Doubt::Header) && own.contains(found.macro_name.as_str())
        };
        self.missing.conditions.retain(|found| !is_settled(found));
    }
}
