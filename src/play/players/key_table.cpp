#include "players/player_file.hpp"
#include "players/setting_fields.hpp"

namespace kibitz::players {

namespace {

// Writes the tables of the documentation.
class KeyTable {
   public:
    explicit KeyTable(std::string& text, std::string title)
        : text_(text), title_(std::move(title)) {
        text_ += "\n| `" + title_ + "` | default | range | meaning |\n|---|---|---|---|\n";
    }

    template <class Number>
    void number(std::string_view key, const Number& value, double least, double most,
                std::string_view meaning) {
        row(key, to_text(static_cast<double>(value)), to_text(least) + " … " + to_text(most),
            meaning);
    }
    void number(std::string_view key, const std::optional<int>&, double least, double most,
                std::string_view meaning) {
        row(key, "unset", to_text(least) + " … " + to_text(most), meaning);
    }
    void flag(std::string_view key, bool value, std::string_view meaning) {
        row(key, value ? "true" : "false", "", meaning);
    }
    void text(std::string_view key, const std::string&, std::string_view meaning) {
        row(key, "", "text", meaning);
    }
    void seed(std::string_view key, const std::optional<std::uint64_t>&, std::string_view meaning) {
        row(key, "unset", "0 or more", meaning);
    }
    void texts(std::string_view key, const std::vector<std::string>&, std::string_view meaning) {
        row(key, "", "list of texts", meaning);
    }
    void options(std::string_view key, const std::vector<std::pair<std::string, std::string>>&,
                 std::string_view meaning) {
        row(key, "", "table", meaning);
    }
    template <class Enumeration, std::size_t n>
    void choice(std::string_view key, const Enumeration& value,
                const std::array<std::string_view, n>& names, std::string_view meaning) {
        std::string range;
        for (const std::string_view name : names)
            range += (range.empty() ? "" : ", ") + std::string(name);
        row(key, names[static_cast<std::size_t>(value)], range, meaning);
    }
    template <class Section>
    void section(std::string_view key, Section& value, std::string_view meaning) {
        row(key, "", "table", meaning);
        std::string below;
        KeyTable table(below, title_ + '.' + std::string(key));
        visit_fields(value, table);
        sections_ += below + table.sections_;
    }
    [[nodiscard]] const std::string& sections() const { return sections_; }

   private:
    void row(std::string_view key, std::string_view standard, std::string_view range,
             std::string_view meaning) {
        text_ += "| `" + std::string(key) + "` | " + std::string(standard) + " | " +
                 std::string(range) + " | " + std::string(meaning) + " |\n";
    }

    std::string& text_;
    std::string title_;
    std::string sections_;
};

template <class Kind>
std::string tables_of(std::string title) {
    std::string text;
    Kind kind;
    KeyTable table(text, std::move(title));
    visit_fields(kind, table);
    return text + table.sections();
}

}  // namespace

std::string player_key_tables() {
    PlayerSettings settings;
    std::string text;
    KeyTable common(text, "of every player");
    visit_common_fields(settings, common);
    text +=
        "| `kind` |  | engine, classic, random, human, uci, xboard | what it is; the table of "
        "that name has the rest |\n";
    return text + tables_of<HumanSettings>("human") + tables_of<ClassicSettings>("classic") +
           tables_of<EngineSettings>("engine") + tables_of<RandomSettings>("random") +
           tables_of<ExternalSettings>("uci");
}

}  // namespace kibitz::players
