#include "lab/test_form.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "lab/test_presets.hpp"
#include "lab/time_share.hpp"
#include "match/player_arguments.hpp"
#include "text/numbers.hpp"
#include "text/split.hpp"
#include "text/trim.hpp"

namespace kibitz::lab {

namespace {

using match::ArgumentGroup;
using nlohmann::json;
using Arguments = std::vector<ArgumentGroup>;
using Words = std::vector<std::string>;

constexpr std::size_t engines_of_test = 2;
constexpr std::size_t name_digits = 10;  // of a build's content in its name

// Reads one field after the other until one is at fault.
class FormReader {
   public:
    explicit FormReader(const json& form) : form_(form) {}

    std::expected<TestPlan, FieldFault> read() {
        read_engines();
        read_limit();
        read_bounds();
        read_openings();
        read_more();
        add_preset();
        read_whole();
        read_rest();
        if (fault_) return std::unexpected(*std::move(fault_));
        return std::move(plan_);
    }

   private:
    void refuse(std::string field, std::string text) {
        if (!fault_) fault_ = FieldFault{std::move(field), std::move(text)};
    }

    // A field of an object that is the form or an engine of it; `place` is what its name begins
    // with.
    std::string text_in(const json& object, const std::string& name,
                        const std::string& place = "") {
        const auto found = object.find(name);
        if (found == object.end()) return "";
        if (found->is_string()) return std::string(text::trimmed(found->get<std::string>()));
        refuse(place + name, "this is no text");
        return "";
    }
    std::string text(const std::string& name) { return text_in(form_, name); }

    // Whether these options have a place in a test. What else a test needs is made up.
    void check(const std::string& field, const Arguments& options) {
        Arguments all = options;
        const auto engines = static_cast<std::size_t>(
            std::ranges::count(options, "-engine", &ArgumentGroup::option));
        for (std::size_t number = engines; number < engines_of_test; ++number)
            all.push_back({"-engine", {"cmd=engine", "name=engine " + std::to_string(number)}});
        all.push_back({"-each", {"tc=1+1"}});  // the last one is stronger than others
        if (const auto settings = read_test(all, {}); !settings) refuse(field, settings.error());
    }

    // "Hash=64" in each line, as words for an engine.
    Words option_words(const json& object, const std::string& place) {
        Words words;
        const std::string typed = text_in(object, "options", place);
        std::string_view lines = typed;
        while (!lines.empty()) {
            std::string_view value = text::trimmed(text::take_part(lines, '\n'));
            if (value.empty()) continue;
            const bool has_value = value.contains('=');
            const std::string name(text::trimmed(text::take_part(value, '=')));
            if (!has_value || name.empty()) {
                refuse(place + "options", "each line is NAME=VALUE: \"" + name + "\" is not");
                return {};
            }
            words.push_back("option." + name + "=" + std::string(text::trimmed(value)));
        }
        return words;
    }

    void read_engines() {
        const auto engines = form_.find("engines");
        if (engines == form_.end() || !engines->is_array() || engines->size() != engines_of_test)
            return refuse("engines", "a test has two engines");
        for (std::size_t number = 0; number < engines_of_test; ++number) {
            const json& engine = engines->at(number);
            const std::string place = "engines." + std::to_string(number) + ".";
            if (!engine.is_object()) return refuse(place + "program", "an engine has fields");
            read_engine(engine, number, place);
        }
        if (const Words common = option_words(form_, ""); !common.empty()) {
            add("options", {"-each", common});
        }
    }

    void read_engine(const json& engine, std::size_t number, const std::string& place) {
        Words words = origin_of(engine, number, place);
        if (fault_) return;
        check(place + "program", {{"-engine", words}});
        if (const std::string name = text_in(engine, "name", place); !name.empty()) {
            words.insert(words.begin(), "name=" + name);
            check(place + "name", {{"-engine", words}});
        }
        if (const Words options = option_words(engine, place); !options.empty()) {
            words.insert(words.end(), options.begin(), options.end());
            check(place + "options", {{"-engine", words}});
        }
        plan_.arguments.push_back({"-engine", words});
    }

    // The word that says which program it is.
    Words origin_of(const json& engine, std::size_t number, const std::string& place) {
        const std::string kind = text_in(engine, "kind", place);
        if (kind == "build") return {"cmd=" + add_build(engine, number, place)};
        const std::string program = text_in(engine, "program", place);
        if (program.empty()) refuse(place + "program", "which engine?");
        if (kind == "player") return {"player=" + program};
        if (kind != "program") refuse(place + "kind", "an engine is a program, player or build");
        return {"cmd=" + program};
    }

    std::string add_build(const json& engine, std::size_t number, const std::string& place) {
        const json build = engine.value("build", json());
        const auto content = build.is_object() ? build.find("content") : build.end();
        if (content == build.end() || !content->is_string()) {
            refuse(place + "build", "which file?");
            return "";
        }
        if (text_in(build, "program", place).empty())
            refuse(place + "path", "which file is the program?");
        if (const std::string bench = text_in(build, "bench", place); !bench.empty())
            if (auto flaw = find_flaw_of_pattern(text_in(build, "pattern", place)))
                refuse(place + "pattern", *std::move(flaw));
        const std::string name = "sent-" + content->get<std::string>().substr(0, name_digits) +
                                 "-" + std::to_string(number + 1);
        auto builds = builds_from_json(json::object({{name, build}}));
        if (!builds)
            refuse(place + "build", builds.error());
        else
            plan_.builds.merge(*builds);
        return name;
    }

    void read_limit() {
        const std::string kind = text("limitKind"), limit = text("limit");
        constexpr std::array kinds{"tc", "st", "nodes", "depth"};
        if (limit.empty()) {
            if (text("preset").empty()) refuse("limit", "how long may the engines think?");
            return;
        }
        if (std::ranges::find(kinds, kind) == kinds.end())
            return refuse("limitKind", "a limit is tc, st, nodes or depth");
        add("limit", {"-each", {kind + "=" + limit}});
    }

    void read_bounds() {
        const std::string low = text("elo0"), high = text("elo1"), rounds = text("rounds");
        if (low.empty() != high.empty())
            return refuse(low.empty() ? "elo0" : "elo1", "a sequential test has two bounds");
        if (!low.empty()) {
            const auto sprt = [](const std::string& elo0, const std::string& elo1) {
                return ArgumentGroup{"-sprt", {"elo0=" + elo0, "elo1=" + elo1, "model=normalized"}};
            };
            check("elo0", {sprt(low, "1000")});
            add("elo1", sprt(low, high));
        }
        if (!rounds.empty()) return add("rounds", {"-rounds", {rounds}});
        if (text("preset").empty()) refuse("rounds", "how many rounds at most?");
    }

    void read_openings() {
        const std::string kind = text("openings");
        if (kind == "startpos") return add("openings", {"-openings", {"file=startpos"}});
        if (kind != "file") return;
        const std::string name = text("bookName");
        const auto book = form_.find("book");
        if (book == form_.end() || !book->is_string() || name.empty())
            return refuse("book", "which file of openings?");
        if (name.find_first_of("/\\") != std::string::npos)
            return refuse("book", "a file's name has no slash");
        plan_.book = book->get<std::string>();
        add("book", {"-openings", {"file=" + name, "order=random"}});
    }

    void read_more() {
        const Words words = match::split_quoted(text("more"));
        if (words.empty()) return;
        const auto groups = match::group_arguments(words);
        if (!groups) return refuse("more", groups.error());
        for (const ArgumentGroup& group : *groups) {
            constexpr std::array with_field{"-engine", "-each", "-sprt", "-rounds", "-openings"};
            if (std::ranges::find(with_field, group.option) != with_field.end())
                return refuse("more", group.option + " has fields of its own");
            add("more", group);
        }
    }

    void add(const std::string& field, ArgumentGroup group) {
        if (fault_) return;
        check(field, {group});
        plan_.arguments.push_back(std::move(group));
    }

    void add_preset() {
        if (const std::string name = text("preset"); !name.empty()) {
            const TestPreset* const preset = find_preset(name);
            if (preset == nullptr || preset->low.empty())
                return refuse("preset", "there is no preset of that name for tests");
            plan_.arguments = with_preset(std::move(plan_.arguments), *preset);
        } else {
            const auto add_missing = [this](const char* option, const char* word) {
                if (std::ranges::find(plan_.arguments, option, &ArgumentGroup::option) ==
                    plan_.arguments.end())
                    plan_.arguments.push_back({option, {word}});
            };
            add_missing("-games", "2");
            add_missing("-openings", "order=random");
        }
    }

    // What fits together only in parts, and the book with its variant.
    void read_whole() {
        if (fault_) return;
        const auto settings = read_test(plan_.arguments, {});
        if (!settings) return refuse("", settings.error());
        if (const auto book = read_book(*settings, plan_.book); !book)
            return refuse("book", book.error());
        if (!has_clocks(*settings)) return;
        const std::string reference = text("reference");
        if (reference == "none") return;
        plan_.reference_speed = usual_reference_speed;
        if (reference.empty()) return;
        const auto speed = text::parse_number<std::int64_t>(reference);
        if (!speed || *speed <= 0) return refuse("reference", "a speed in nodes a second, or none");
        plan_.reference_speed = *speed;
    }

    // The parts of a plan that are no options of a match, by the rules of plan_from_json().
    void read_rest() {
        json rest{{"arguments", json::array()}, {"priority", 0}};
        for (const char* const field : {"about", "tag", "instructions"})
            if (const std::string value = text(field); !value.empty())
                read_part(rest, field, value);
        for (const char* const field : {"mostWorkers", "priority"})
            if (const std::string value = text(field); !value.empty()) {
                const auto number = text::parse_number<int>(value);
                if (!number) return refuse(field, "this is no whole number");
                read_part(rest, field, *number);
            }
        const auto read = plan_from_json(rest);
        if (!read) return;  // a part was refused
        plan_.about = read->about;
        plan_.tag = read->tag;
        plan_.instructions = read->instructions;
        plan_.most_workers = read->most_workers;
        plan_.priority = read->priority;
    }
    void read_part(json& rest, const char* field, const json& value) {
        rest[field] = value;
        if (const auto read = plan_from_json(rest); !read) refuse(field, read.error());
    }

    const json& form_;
    TestPlan plan_{};
    std::optional<FieldFault> fault_{};
};

}  // namespace

std::expected<TestPlan, FieldFault> plan_of_form(const json& form) {
    if (!form.is_object()) return std::unexpected(FieldFault{"", "a form has fields"});
    return FormReader(form).read();
}

}  // namespace kibitz::lab
