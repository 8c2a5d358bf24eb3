// Databases of games: what `kibitz games` does with them, without Python's lock while it looks.
#include "database/game_database.hpp"

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cstdint>
#include <expected>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "array_of.hpp"
#include "bindings.hpp"
#include "board.hpp"
#include "chess/fen.hpp"
#include "chess/san.hpp"
#include "collection/query_words.hpp"
#include "result_number.hpp"

namespace py = pybind11;

namespace kibitz::python {

namespace {

using collection::Finder;
using collection::FoundGame;
using collection::Query;
using collection::QueryWords;

constexpr const char* bad_query = "games.bad_query";

// Paths may be in any encoding.
// "mean-elo" is mean_elo in Python.
std::string python_name(std::string_view name) {
    std::string text(name);
    std::ranges::replace(text, '-', '_');
    return text;
}

py::str to_str(std::string_view text) {
    PyObject* object =
        PyUnicode_DecodeUTF8(text.data(), static_cast<py::ssize_t>(text.size()), "surrogateescape");
    if (object == nullptr) throw py::error_already_set();
    return py::reinterpret_steal<py::str>(object);
}

// A ValueError of Python's with a code; it lives as long as the process.
py::object& error_type() {
    static auto& type = *new py::object;
    return type;
}

[[noreturn]] void refuse(std::string_view code, std::string_view text) {
    const py::object error = error_type()(to_str(text));
    error.attr("code") = to_str(code);
    PyErr_SetObject(error_type().ptr(), error.ptr());
    throw py::error_already_set();
}

// The arguments of Python are no options of a command.
[[noreturn]] void refuse_query(const std::string& what) {
    refuse(bad_query, collection::without_dashes(what));
}

template <class Value>
Value checked(std::expected<Value, DatabaseError> made) {
    if (!made) refuse(code(made.error().fault), made.error().text);
    return *std::move(made);
}
void checked(const std::expected<void, DatabaseError>& done) {
    if (!done) refuse(code(done.error().fault), done.error().text);
}

Query checked_query(const QueryWords& words) {
    auto query = collection::query_of(words);
    if (!query) refuse_query(query.error());
    return *std::move(query);
}

// What is no rating of a person counts as the highest number.
std::int16_t rating_of(const FoundGame& game, Color color) {
    constexpr int most = std::numeric_limits<std::int16_t>::max();
    return static_cast<std::int16_t>(std::min(game.head.rating(color), most));
}

std::optional<std::string> last_date(const collection::Tally& tally) {
    if (!tally.last.is_known()) return std::nullopt;
    return to_string(tally.last);
}

// The columns of a table, one row for each game that is found.
struct Rows {
    std::vector<std::uint64_t> numbers;
    std::vector<std::int8_t> results;
    std::vector<std::int16_t> white_elo, black_elo;
    std::vector<std::int32_t> dates, plies;

    void add(const FoundGame& game) {
        numbers.push_back(game.number);
        results.push_back(number_of(result_of(game)));
        white_elo.push_back(rating_of(game, Color::white));
        black_elo.push_back(rating_of(game, Color::black));
        dates.push_back(date_number(game.head.date()));
        plies.push_back(game.matcher.plies());
    }
};

// Says every so often whether Python wants to go on: Ctrl-C is not to wait for the end of a search.
class Patience {
   public:
    bool goes_on() {
        constexpr std::uint64_t games_between_looks = 1024;
        if (++games_ % games_between_looks != 0) return true;
        const py::gil_scoped_acquire lock;
        is_interrupted_ = PyErr_CheckSignals() != 0;
        return !is_interrupted_;
    }
    // With Python's lock.
    void check() const {
        if (is_interrupted_) throw py::error_already_set();
    }

   private:
    std::uint64_t games_ = 0;
    bool is_interrupted_ = false;
};

// Looks things up without Python's lock: nothing in it ever changes.
class Database {
   public:
    explicit Database(const std::string& folder) : database_(checked(GameDatabase::open(folder))) {}

    [[nodiscard]] std::uint64_t size() const { return database_.games(); }

    [[nodiscard]] std::vector<std::uint64_t> found(const QueryWords& words) const {
        std::vector<std::uint64_t> numbers;
        search(checked_query(words), Looks::at_numbers,
               [&](const FoundGame& game) { numbers.push_back(game.number); });
        return numbers;
    }

    [[nodiscard]] py::array numbers(const QueryWords& words) const {
        std::vector<std::uint64_t> numbers = found(words);
        const auto size = static_cast<py::ssize_t>(numbers.size());
        return take(numbers, {size});
    }

    [[nodiscard]] std::uint64_t count(const QueryWords& words) const {
        std::uint64_t count = 0;
        search(checked_query(words), Looks::at_numbers,
               [&](const FoundGame& /*game*/) { ++count; });
        return count;
    }

    [[nodiscard]] py::dict table(const QueryWords& words) const {
        Rows rows;
        search(checked_query(words), Looks::at_games,
               [&](const FoundGame& game) { rows.add(game); });
        const auto size = static_cast<py::ssize_t>(rows.numbers.size());
        py::dict columns;
        columns["numbers"] = take(rows.numbers, {size});
        columns["results"] = take(rows.results, {size});
        columns["white_elo"] = take(rows.white_elo, {size});
        columns["black_elo"] = take(rows.black_elo, {size});
        columns["dates"] = take(rows.dates, {size});
        columns["plies"] = take(rows.plies, {size});
        return columns;
    }

    // A row for each move: the move, its SAN, games, wins, draws, losses, score, mean rating,
    // performance, last date.
    [[nodiscard]] py::list tree(QueryWords words) const {
        if (words.position.empty()) {
            if (!words.line.empty())
                refuse_query("a tree grows from a position; give it as position");
            words.position = to_fen(Position::initial());
        }
        const Query query = checked_query(words);
        const Position& position = query.positions.front().position;
        collection::MoveTree tree(position);
        search(query, Looks::at_replies, [&](const FoundGame& game) { tree.add(game); }, &tree);
        const bool is_chess960 = position.needs_chess960_notation();
        py::list rows;
        for (const auto& [move, tally] : tree.branches()) {
            const py::object played = move.is_none() ? py::object(py::none())
                                                     : py::cast(to_board_move(move, is_chess960));
            rows.append(py::make_tuple(played, move.is_none() ? "--" : to_san(position, move),
                                       tally.games, tally.wins, tally.draws, tally.losses,
                                       tally.score(), tally.mean_rating(), tally.performance(),
                                       last_date(tally)));
        }
        return rows;
    }

    // Nothing if there is no such game.
    [[nodiscard]] std::shared_ptr<ReadGame> game(std::uint64_t number) const {
        std::shared_ptr<ReadGame> game;
        GameBuilder builder(
            [&](ReadGame read) { game = std::make_shared<ReadGame>(std::move(read)); });
        if (!database_.play(number, builder) && number >= 1 && number <= size())
            refuse(code(DatabaseFault::damaged),
                   "game " + std::to_string(number) +
                       " makes no sense; kibitz games check looks at all of the database");
        return game;
    }

    [[nodiscard]] py::list check() const {
        std::vector<std::string> damages;
        {
            const py::gil_scoped_release release;
            damages = database_.check();
        }
        py::list texts;
        for (const std::string& damage : damages) texts.append(to_str(damage));
        return texts;
    }

   private:
    enum class Looks : std::uint8_t { at_numbers, at_replies, at_games };

    void search(const Query& query, Looks looks, const Finder::Take& take_game,
                collection::MoveTree* tree = nullptr) const {
        Finder finder(query, take_game);
        if (looks == Looks::at_numbers) finder.stop_when_certain();
        if (looks == Looks::at_replies) finder.stop_at_replies();
        std::expected<void, DatabaseError> done;
        Patience patience;
        {
            const py::gil_scoped_release release;
            done = database_.search(query, finder, [&] { return patience.goes_on(); }, tree);
        }
        patience.check();
        checked(done);
    }

    GameDatabase database_;
};

// Games on their way into a database, from texts that come piece by piece.
class Import {
   public:
    explicit Import(const std::string& folder)
        : import_(checked(GameImport::begin(folder))),
          finder_(query_,
                  [this](const FoundGame& game) {
                      if (done_) done_ = import_->add(game);
                  }),
          reader_(finder_) {
        finder_.leave_to(import_->recorder());
    }

    void feed(std::string_view piece) {
        {
            const py::gil_scoped_release release;
            reader_.feed(piece);
        }
        checked(done_);
    }
    void end_text() {
        reader_.finish();
        checked(done_);
    }
    // Writes what is left and lets others import, who need not wait until Python drops this.
    void finish() {
        std::expected<void, DatabaseError> written;
        {
            const py::gil_scoped_release release;
            written = import_->finish();
            added_ = import_->added();
            duplicates_ = import_->duplicates();
            import_.reset();
        }
        checked(written);
    }
    [[nodiscard]] std::uint64_t added() const { return added_; }
    [[nodiscard]] std::uint64_t duplicates() const { return duplicates_; }

   private:
    Query query_;  // all games
    std::optional<GameImport> import_;
    Finder finder_;
    PgnReader reader_;
    std::expected<void, DatabaseError> done_;
    std::uint64_t added_ = 0, duplicates_ = 0;  // known at the end
};

}  // namespace

void bind_game_database(py::module_& module) {
    error_type() = py::reinterpret_steal<py::object>(PyErr_NewExceptionWithDoc(
        "kibitz.games.DatabaseError",
        "What is wrong with a database or a query; `code` says which kind, as docs/errors.md does.",
        PyExc_ValueError, nullptr));
    module.attr("DatabaseError") = error_type();

    py::class_<QueryWords> words(module, "QueryWords");
    words.def(py::init<>());
    for (const auto& [name, word] : collection::text_words())
        words.def_readwrite(python_name(name).c_str(), word);
    for (const auto& [name, list] : collection::list_words())
        words.def_readwrite(python_name(name).c_str(), list);
    words.def_readwrite("swapped", &QueryWords::swapped);
    words.def_readwrite("stands_for", &QueryWords::stands_for);

    py::class_<Database>(module, "GameDatabase")
        .def(py::init<const std::string&>(), py::arg("folder"))
        .def("__len__", &Database::size)
        .def("found", &Database::found, py::arg("words"))
        .def("numbers", &Database::numbers, py::arg("words"))
        .def("count", &Database::count, py::arg("words"))
        .def("table", &Database::table, py::arg("words"))
        .def("tree", &Database::tree, py::arg("words"))
        .def("game", &Database::game, py::arg("number"))
        .def("check", &Database::check);

    py::class_<Import>(module, "GameImport")
        .def(py::init<const std::string&>(), py::arg("folder"))
        .def("feed", &Import::feed, py::arg("piece"))
        .def("end_text", &Import::end_text)
        .def("finish", &Import::finish)
        .def_property_readonly("added", &Import::added)
        .def_property_readonly("duplicates", &Import::duplicates);

    module.def("is_game_database",
               [](const std::string& folder) { return is_game_database(folder); });
}

}  // namespace kibitz::python
