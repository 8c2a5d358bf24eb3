#include "ledger/verifier.hpp"

namespace kibitz::ledger {

namespace {

constexpr const char* changed =
    "it is not as it was written: its hash is not the one that the "
    "next line names";

}  // namespace

const char* code(Fault::Code code) {
    switch (code) {
        case Fault::Code::bad_line: return "badLine";
        case Fault::Code::changed_line: return "changedLine";
        case Fault::Code::impossible_fact: return "impossibleFact";
        case Fault::Code::cut_off: return "cutOff";
        case Fault::Code::unsound: return "unsound";
    }
    return "";
}

std::unexpected<Fault> Verifier::fault(Fault::Code code, std::int64_t line,
                                       std::string text) const {
    return std::unexpected(Fault{code, line, std::move(text)});
}

Verifier::Taken Verifier::take(std::string_view line) {
    ++lines_;
    if (has_ended_) return fault(Fault::Code::bad_line, lines_, "there is something after the end");
    if (line.starts_with("{\"check\"")) return take_end(line);
    const auto read = read_line(line);
    if (!read)
        return fault(Fault::Code::bad_line, lines_,
                     "it is no line of a ledger, from byte " + std::to_string(read.error() + 1));
    // Where this line names the one before it, that one is as it was; so what it says of the line
    // before it is right, too.
    if (is_in_doubt_)
        return fault(Fault::Code::changed_line, read->previous == head_ ? lines_ - 2 : lines_ - 1,
                     changed);
    is_in_doubt_ = read->previous != head_;
    head_ = hash_(line);
    if (is_in_doubt_) {
        if (lines_ > 1) return {};
        return fault(Fault::Code::changed_line, 1, "the first line has nothing before it");
    }
    auto done = signers_.may_follow(read->entry, is_signed_);
    if (done) done = ledger_.apply(read->entry);
    if (!done)
        return fault(Fault::Code::impossible_fact, lines_,
                     std::string(code(done.error())) + ": " + to_string(done.error()));
    signers_.keep(read->entry, head_);
    count(read->entry);
    return {};
}

void Verifier::count(const Entry& entry) {
    if (!entry.signature.empty())
        ++origins_.is_signed;
    else if (asked_by(entry.fact))
        ++origins_.is_unsigned;
    else
        ++origins_.arena;
}

Verifier::Taken Verifier::take_end(std::string_view line) {
    const auto end = read_end_line(line);
    if (!end)
        return fault(Fault::Code::bad_line, lines_,
                     "it is no end of a ledger, from byte " + std::to_string(end.error() + 1));
    if (hash_(end_text(end->facts, end->head)) != end->check || end->facts != lines_ - 1)
        return fault(Fault::Code::changed_line, lines_, "the end is not as it was written");
    if (is_in_doubt_)
        return fault(Fault::Code::changed_line, end->head == head_ ? lines_ - 2 : lines_ - 1,
                     changed);
    if (end->head != head_) return fault(Fault::Code::changed_line, lines_ - 1, changed);
    has_ended_ = true;
    return {};
}

Verifier::Taken Verifier::finish() {
    if (!has_ended_)
        return fault(Fault::Code::cut_off, lines_ + 1,
                     "the ledger ends without its last line: something is missing");
    if (!ledger_.is_sound())
        return fault(Fault::Code::unsound, lines_,
                     "the balances do not agree with what is under way");
    return {};
}

}  // namespace kibitz::ledger
