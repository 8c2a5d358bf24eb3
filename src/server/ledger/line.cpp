#include "ledger/line.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>

namespace kibitz::ledger {

namespace {

constexpr char first_printable = ' ';
constexpr std::array option_kinds{"call", "put", "must"};

// The fields of a fact, as an object.
template <class What>
struct Details {
    What& fact;
};

// Fields of an object, in the order in which they are visited.
class Writer {
   public:
    template <class Value>
    void operator()(std::string_view name, const Value& value) {
        if (is_first_)
            is_first_ = false;
        else
            text_ += ',';
        put(name);
        text_ += ':';
        put(value);
    }
    template <class Fields>
    void object(Fields fields) {
        const bool was_first = std::exchange(is_first_, true);
        text_ += '{';
        fields();
        text_ += '}';
        is_first_ = was_first;
    }
    [[nodiscard]] std::string take() { return std::move(text_); }

    void put(std::string_view text) {
        text_ += '"';
        // Piece by piece: there is hardly ever anything to escape.
        for (std::size_t from = 0; from < text.size();) {
            const std::size_t special = std::min(text.find_first_of("\"\\", from + 1), text.size());
            if (text[from] == '"' || text[from] == '\\') text_ += '\\';
            text_ += text.substr(from, special - from);
            from = special;
        }
        text_ += '"';
    }

   private:
    void put(const std::string& text) { put(std::string_view(text)); }
    void put(bool value) { text_ += value ? "true" : "false"; }
    void put(std::int64_t number) {
        std::array<char, std::numeric_limits<std::int64_t>::digits10 + 3> digits{};
        const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
        text_.append(digits.data(), end);
    }
    void put(Player player) { put(player.number); }
    void put(Id id) { put(id.number); }
    void put(Time time) { put(std::int64_t{time.time_since_epoch().count()}); }
    void put(OptionKind kind) {
        put(std::string_view(option_kinds[static_cast<std::size_t>(kind)]));
    }
    template <World world>
    void put(const Token<world>& token) {
        put(std::string_view(token.name()));
    }
    template <World world>
    void put(const Stake<world>& stake) {
        object([&] {
            (*this)("amount", stake.amount);
            (*this)("token", stake.token);
        });
    }
    template <World world>
    void put(const Item<world>& item) {
        if (const auto* claim = std::get_if<Claim<world>>(&item))
            object([&] { (*this)("claim", claim->id); });
        else
            put(std::get<Stake<world>>(item));
    }
    void put(const Placed& placed) {
        object([&] { visit_fields(placed, *this); });
    }
    template <class What>
    void put(const Details<What>& details) {
        object([&] { visit_fields(details.fact, *this); });
    }
    template <class Value>
    void put(const std::optional<Value>& value) {
        if (value)
            put(*value);
        else
            text_ += "null";
    }
    template <class Value>
    void put(const std::vector<Value>& values) {
        text_ += '[';
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (i > 0) text_ += ',';
            put(values[i]);
        }
        text_ += ']';
    }

    std::string text_;
    bool is_first_ = true;
};

// Takes what a Writer has written, and fails at everything else.
class Reader {
   public:
    explicit Reader(std::string_view text) : text_(text) {}

    template <class Value>
    void operator()(std::string_view name, Value& value) {
        if (!is_first_) expect(",");
        is_first_ = false;
        expect("\"");
        expect(name);
        expect("\":");
        take(value);
    }
    template <class Fields>
    void object(Fields fields) {
        const bool was_first = std::exchange(is_first_, true);
        expect("{");
        fields();
        expect("}");
        is_first_ = was_first;
    }
    // Whether the next field has the name.
    [[nodiscard]] bool is_before(std::string_view name) const {
        return text_.substr(std::min(at_, text_.size()))
            .starts_with(",\"" + std::string(name) + "\":");
    }
    void fail() { has_failed_ = true; }
    [[nodiscard]] bool has_failed() const { return has_failed_; }
    [[nodiscard]] bool is_done() const { return !has_failed_ && at_ == text_.size(); }
    [[nodiscard]] std::size_t at() const { return at_; }

   private:
    // Stands for itself in a text.
    static bool is_plain(char c) {
        return static_cast<unsigned char>(c) >= first_printable && c != '"' && c != '\\';
    }
    bool expect(std::string_view wanted) {
        if (has_failed_ || !text_.substr(at_).starts_with(wanted)) {
            fail();
            return false;
        }
        at_ += wanted.size();
        return true;
    }
    bool takes(std::string_view wanted) {
        if (has_failed_ || !text_.substr(at_).starts_with(wanted)) return false;
        at_ += wanted.size();
        return true;
    }

    void take(std::string& text) {
        text.clear();
        expect("\"");
        while (!has_failed_) {
            const std::size_t begin = at_;
            while (at_ < text_.size() && is_plain(text_[at_])) ++at_;
            text += text_.substr(begin, at_ - begin);
            if (at_ == text_.size() || text_[at_] != '\\') break;
            ++at_;
            if (at_ == text_.size() || (text_[at_] != '"' && text_[at_] != '\\')) return fail();
            text += text_[at_++];
        }
        expect("\"");
    }
    void take(bool& value) {
        value = takes("true");
        if (!value) expect("false");
    }
    void take(std::int64_t& number) {
        const char* const begin = text_.data() + at_;
        const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), number);
        const std::string_view digits(begin, static_cast<std::size_t>(end - begin));
        // One text for each number: no zeros before it, and no -0.
        const bool has_zeros =
            (digits.size() > 1 && digits.front() == '0') || digits.starts_with("-0");
        if (has_failed_ || error != std::errc() || has_zeros) return fail();
        at_ += digits.size();
    }
    void take(Player& player) { take(player.number); }
    void take(Id& id) { take(id.number); }
    void take(Time& time) {
        std::int64_t milliseconds = 0;
        take(milliseconds);
        // So that days can be added to it.
        constexpr std::int64_t latest = 1'000'000'000'000'000;
        if (milliseconds < 0 || milliseconds > latest) return fail();
        time = Time(Milliseconds(milliseconds));
    }
    void take(OptionKind& kind) {
        for (std::size_t i = 0; i < option_kinds.size(); ++i)
            if (takes("\"" + std::string(option_kinds[i]) + "\"")) {
                kind = static_cast<OptionKind>(i);
                return;
            }
        fail();
    }
    template <World world>
    void take(Token<world>& token) {
        std::string name;
        take(name);
        if (has_failed_) return;
        const auto named = Token<world>::named(name);
        // The only points there are; every voucher's name has the sign.
        const bool fits = world == World::play ? name == "points" : name.contains('@');
        if (!named || !fits) return fail();
        token = *named;
    }
    template <World world>
    void take(Stake<world>& stake) {
        object([&] {
            (*this)("amount", stake.amount);
            (*this)("token", stake.token);
        });
    }
    template <World world>
    void take(Item<world>& item) {
        if (text_.substr(std::min(at_, text_.size())).starts_with("{\"claim\"")) {
            Claim<world> claim;
            object([&] { (*this)("claim", claim.id); });
            item = claim;
        } else {
            Stake<world> stake;
            take(stake);
            item = stake;
        }
    }
    void take(Placed& placed) {
        object([&] { visit_fields(placed, *this); });
    }
    template <class What>
    void take(Details<What>& details) {
        object([&] { visit_fields(details.fact, *this); });
    }
    template <class Value>
    void take(std::optional<Value>& value) {
        value.reset();
        if (takes("null")) return;
        take(value.emplace());
    }
    template <class Value>
    void take(std::vector<Value>& values) {
        values.clear();
        if (!expect("[") || takes("]")) return;
        do {
            take(values.emplace_back());
        } while (takes(","));
        expect("]");
    }

    std::string_view text_;
    std::size_t at_ = 0;
    bool is_first_ = true, has_failed_ = false;
};

void put_fact(Writer& writer, const Fact& fact) {
    std::visit(
        [&](const auto& what) {
            writer("action", std::string_view(what.name));
            writer("details", Details<std::remove_reference_t<decltype(what)>>{what});
        },
        fact);
}

// Of the kind that has the name; nothing if there is none.
template <std::size_t index = 0>
std::optional<Fact> empty_fact(std::string_view name) {
    if constexpr (index == std::variant_size_v<Fact::Kinds>) {
        return std::nullopt;
    } else {
        using What = std::variant_alternative_t<index, Fact::Kinds>;
        if (name == What::name) return What();
        return empty_fact<index + 1>(name);
    }
}

void take_fact(Reader& reader, Fact& fact) {
    std::string action;
    reader("action", action);
    auto known = empty_fact(action);
    if (!known) return reader.fail();
    fact = *std::move(known);
    std::visit(
        [&](auto& what) {
            Details<std::remove_reference_t<decltype(what)>> details{what};
            reader("details", details);
        },
        fact);
}

}  // namespace

std::string to_text(const Fact& fact) {
    Writer writer;
    writer.object([&] { put_fact(writer, fact); });
    return writer.take();
}

std::string to_signed_text(const Fact& fact, std::string_view follows, std::string_view reference) {
    constexpr std::string_view purpose = "kibitz ledger action 1\n";
    Writer writer;
    writer.object([&] {
        put_fact(writer, fact);
        writer("follows", follows);
        writer("reference", reference);
    });
    return std::string(purpose) + writer.take();
}

std::optional<Fact> read_fact(std::string_view text) {
    Fact fact;
    Reader reader(text);
    reader.object([&] { take_fact(reader, fact); });
    if (!reader.is_done()) return std::nullopt;
    return fact;
}

std::string to_line(const Entry& entry, std::string_view previous) {
    Writer writer;
    writer.object([&] {
        put_fact(writer, entry.fact);
        writer("number", entry.number);
        writer("previous", previous);
        writer("reference", entry.reference);
        // Ledgers of the time before there were signatures have no such field.
        if (!entry.signature.empty()) writer("signature", entry.signature);
        writer("time", entry.time);
    });
    return writer.take();
}

std::expected<ReadLine, std::size_t> read_line(std::string_view line) {
    ReadLine read;
    Reader reader(line);
    reader.object([&] {
        take_fact(reader, read.entry.fact);
        reader("number", read.entry.number);
        reader("previous", read.previous);
        reader("reference", read.entry.reference);
        if (reader.is_before("signature")) {
            reader("signature", read.entry.signature);
            if (read.entry.signature.empty()) reader.fail();
        }
        reader("time", read.entry.time);
    });
    if (!reader.is_done()) return std::unexpected(reader.at());
    return read;
}

std::string end_text(std::int64_t facts, std::string_view head) {
    Writer writer;
    writer.object([&] {
        writer("facts", facts);
        writer("head", head);
    });
    return writer.take();
}

std::string to_end_line(std::int64_t facts, std::string_view head, std::string_view check) {
    Writer writer;
    writer.object([&] {
        writer("check", check);
        writer("facts", facts);
        writer("head", head);
    });
    return writer.take();
}

std::expected<EndLine, std::size_t> read_end_line(std::string_view line) {
    EndLine end;
    Reader reader(line);
    reader.object([&] {
        reader("check", end.check);
        reader("facts", end.facts);
        reader("head", end.head);
    });
    if (!reader.is_done()) return std::unexpected(reader.at());
    return end;
}

}  // namespace kibitz::ledger
