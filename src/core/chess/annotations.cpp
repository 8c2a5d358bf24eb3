#include "chess/annotations.hpp"

#include <algorithm>

#include "chess/detail/text.hpp"

namespace kibitz {
namespace {

using std::chrono::milliseconds;

constexpr int seconds_per_minute = 60;
constexpr int minutes_per_hour = 60;
constexpr int milliseconds_per_second = 1000;
constexpr std::string_view mark_letters = "GRYB";  // in the order of MarkColor
// Numbers have at most so many digits, which keeps all sums within an int.
constexpr std::size_t max_digits = 6;

using detail::is_digit;
constexpr bool is_white_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
}

// Reads the arguments of a command from left to right.
class Arguments {
   public:
    explicit Arguments(std::string_view text) : rest_(text) {}

    [[nodiscard]] bool at_end() const { return rest_.empty(); }
    bool skip(char c) {
        if (rest_.empty() || rest_.front() != c) return false;
        rest_.remove_prefix(1);
        return true;
    }
    std::optional<char> next() {
        if (rest_.empty()) return std::nullopt;
        const char c = rest_.front();
        rest_.remove_prefix(1);
        return c;
    }
    // One to max_digits digits.
    std::optional<int> number() {
        const std::string_view digits = take_digits();
        if (digits.empty() || digits.size() > max_digits) return std::nullopt;
        return detail::parse_number(digits);
    }
    // The digits after a decimal point as a number of 1/10^places; nothing if that is not exact.
    std::optional<int> fraction(std::size_t places) {
        const std::string_view digits = take_digits();
        if (digits.empty()) return std::nullopt;
        int value = 0;
        for (std::size_t i = 0; i < places; ++i)
            value = 10 * value + (i < digits.size() ? digits[i] - '0' : 0);
        if (digits.substr(digits.size() < places ? digits.size() : places).find_first_not_of('0') !=
            std::string_view::npos)
            return std::nullopt;
        return value;
    }
    std::optional<Square> square() {
        const auto square = Square::parse(rest_.substr(0, 2));
        if (square) rest_.remove_prefix(2);
        return square;
    }
    std::optional<MarkColor> color() {
        const auto letter = next();
        const auto at = letter ? mark_letters.find(*letter) : std::string_view::npos;
        if (at == std::string_view::npos) return std::nullopt;
        return static_cast<MarkColor>(at);
    }

   private:
    std::string_view take_digits() {
        std::size_t count = 0;
        while (count < rest_.size() && is_digit(rest_[count])) ++count;
        const std::string_view digits = rest_.substr(0, count);
        rest_.remove_prefix(count);
        return digits;
    }

    std::string_view rest_;
};

// h:mm:ss or h:mm:ss.fff
std::optional<milliseconds> parse_time(Arguments args) {
    const auto hours = args.number();
    if (!hours || !args.skip(':')) return std::nullopt;
    const auto minutes = args.number();
    if (!minutes || *minutes >= minutes_per_hour || !args.skip(':')) return std::nullopt;
    const auto seconds = args.number();
    if (!seconds || *seconds >= seconds_per_minute) return std::nullopt;
    std::optional<int> fraction = 0;
    if (args.skip('.')) fraction = args.fraction(3);
    if (!fraction || !args.at_end()) return std::nullopt;
    return std::chrono::hours(*hours) + std::chrono::minutes(*minutes) +
           std::chrono::seconds(*seconds) + milliseconds(*fraction);
}

// 0.25 or #-3, and perhaps ,18
std::optional<GivenEvaluation> parse_evaluation(Arguments args) {
    GivenEvaluation evaluation;
    evaluation.is_mate = args.skip('#');
    const bool negative = args.skip('-');
    if (!negative) args.skip('+');
    const auto whole = args.number();
    if (!whole) return std::nullopt;
    evaluation.value = *whole;
    if (!evaluation.is_mate) {
        constexpr int centipawns_per_pawn = 100;
        std::optional<int> fraction = 0;
        if (args.skip('.')) fraction = args.fraction(2);
        if (!fraction) return std::nullopt;
        evaluation.value = *whole * centipawns_per_pawn + *fraction;
    }
    if (negative) evaluation.value = -evaluation.value;
    if (args.skip(',')) {
        evaluation.depth = args.number();
        if (!evaluation.depth) return std::nullopt;
    }
    if (!args.at_end()) return std::nullopt;
    return evaluation;
}

std::optional<MarkedSquare> parse_item(Arguments& args, const MarkedSquare*) {
    const auto color = args.color();
    const auto square = color ? args.square() : std::nullopt;
    if (!square) return std::nullopt;
    return MarkedSquare{*color, *square};
}
std::optional<Arrow> parse_item(Arguments& args, const Arrow*) {
    const auto color = args.color();
    const auto from = color ? args.square() : std::nullopt;
    const auto to = from ? args.square() : std::nullopt;
    if (!to) return std::nullopt;
    return Arrow{*color, *from, *to};
}

// Appends the items of a list with commas; all or none.
template <class Item>
bool append_list(Arguments args, std::vector<Item>& items) {
    const std::size_t before = items.size();
    do {
        const auto item = parse_item(args, static_cast<const Item*>(nullptr));
        if (!item) {
            items.erase(items.begin() + static_cast<std::ptrdiff_t>(before), items.end());
            return false;
        }
        items.push_back(*item);
    } while (args.skip(','));
    if (args.at_end()) return true;
    items.erase(items.begin() + static_cast<std::ptrdiff_t>(before), items.end());
    return false;
}

template <class Value>
bool set_once(std::optional<Value>& place, std::optional<Value> value) {
    if (place || !value) return false;
    place = value;
    return true;
}

// "[%name arguments]" with single blanks. False if it is no command, or of no use.
bool take_command(Annotations& annotations, std::string_view command) {
    if (!command.starts_with("[%")) return false;
    command = command.substr(2, command.size() - 3);
    if (command.ends_with(' ')) command.remove_suffix(1);
    const auto space = command.find(' ');
    if (space == std::string_view::npos) return false;
    const std::string_view name = command.substr(0, space);
    const Arguments args(command.substr(space + 1));
    if (name == "clk") return set_once(annotations.clock, parse_time(args));
    if (name == "emt") return set_once(annotations.elapsed, parse_time(args));
    if (name == "eval") return set_once(annotations.evaluation, parse_evaluation(args));
    if (name == "csl") return append_list(args, annotations.squares);
    if (name == "cal") return append_list(args, annotations.arrows);
    return false;
}

void append_blank(std::string& text) {
    if (!text.empty() && text.back() != ' ') text += ' ';
}

std::string two_digits(std::int64_t number) {
    return (number < 10 ? "0" : "") + std::to_string(number);
}

std::string to_string(milliseconds time) {
    const std::int64_t seconds = time.count() / milliseconds_per_second;
    const std::int64_t minutes = seconds / seconds_per_minute;
    std::string text = std::to_string(minutes / minutes_per_hour) + ':' +
                       two_digits(minutes % minutes_per_hour) + ':' +
                       two_digits(seconds % seconds_per_minute);
    if (const std::int64_t rest = time.count() % milliseconds_per_second; rest > 0) {
        text += '.' + std::to_string(milliseconds_per_second + rest).substr(1);
        while (text.back() == '0') text.pop_back();
    }
    return text;
}

std::string to_string(const GivenEvaluation& evaluation) {
    std::string text = evaluation.is_mate ? "#" : "";
    if (evaluation.value < 0) text += '-';
    const int size = evaluation.value < 0 ? -evaluation.value : evaluation.value;
    text += evaluation.is_mate ? std::to_string(size)
                               : std::to_string(size / 100) + '.' + two_digits(size % 100);
    if (evaluation.depth) text += ',' + std::to_string(*evaluation.depth);
    return text;
}

std::string to_string(const MarkedSquare& mark) {
    return mark_letters[static_cast<std::size_t>(mark.color)] + mark.square.to_string();
}
std::string to_string(const Arrow& arrow) {
    return mark_letters[static_cast<std::size_t>(arrow.color)] + arrow.from.to_string() +
           arrow.to.to_string();
}

template <class Item>
std::string list_of(const std::vector<Item>& items) {
    std::string list;
    for (const Item& item : items) {
        if (!list.empty()) list += ',';
        list += to_string(item);
    }
    return list;
}

}  // namespace

// Brackets are matched as they close, so a command that comes about by taking out another one
// inside it is found as well, and what is left of a text holds no more commands to find.
void add_comment(Annotations& annotations, std::string_view comment) {
    // A command may have begun in what is there already: so much of that is looked at again, and no
    // more, or the many comments of one move would take the square of their number.
    constexpr std::size_t longest_open_command = 1'024;
    std::string text = std::move(annotations.text);
    const std::size_t kept = text.size() - std::min(text.size(), longest_open_command);
    std::string given = text.substr(kept);
    given += ' ';
    given += comment;
    text.resize(kept);
    std::vector<std::size_t> open_brackets;
    for (const char c : given) {
        if (is_white_space(c)) {
            append_blank(text);
            continue;
        }
        if (c == '[') open_brackets.push_back(text.size());
        text += c;
        if (c != ']' || open_brackets.empty()) continue;
        const std::size_t start = open_brackets.back();
        open_brackets.pop_back();
        if (take_command(annotations, std::string_view(text).substr(start))) {
            text.resize(start);
            append_blank(text);
        }
    }
    if (text.ends_with(' ')) text.pop_back();
    annotations.text = std::move(text);
}

std::string to_comment(const Annotations& annotations) {
    std::string comment;
    const auto add = [&comment](std::string_view name, const std::string& arguments) {
        append_blank(comment);
        comment += "[%" + std::string(name) + ' ' + arguments + ']';
    };
    if (annotations.evaluation) add("eval", to_string(*annotations.evaluation));
    if (annotations.clock) add("clk", to_string(*annotations.clock));
    if (annotations.elapsed) add("emt", to_string(*annotations.elapsed));
    if (!annotations.squares.empty()) add("csl", list_of(annotations.squares));
    if (!annotations.arrows.empty()) add("cal", list_of(annotations.arrows));
    if (!annotations.text.empty()) {
        append_blank(comment);
        comment += annotations.text;
    }
    return comment;
}

std::string single_spaced(std::string_view text) {
    std::string result;
    for (const char c : text)
        if (is_white_space(c))
            append_blank(result);
        else
            result += c;
    if (result.ends_with(' ')) result.pop_back();
    return result;
}

}  // namespace kibitz
