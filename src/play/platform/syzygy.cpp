#include "platform/syzygy.hpp"

#include <fcntl.h>
#include <tbprobe.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <utility>

#include "chess/movegen.hpp"
#include "platform/syzygy_files.hpp"
#include "text/split.hpp"

namespace kibitz {

namespace {

// Fathom has one set of tables for the whole process.
std::atomic<bool> is_open = false;

unsigned en_passant_for_fathom(const Position& position) {
    return position.en_passant().is_none() ? 0
                                           : static_cast<unsigned>(position.en_passant().index());
}

// Fathom's functions all begin with the same eight sets of squares.
template <class Function, class... Rest>
auto with_bitboards(Function function, const Position& position, Rest... rest) {
    const auto bits = [&](PieceType type) { return position.pieces(type).bits(); };
    return function(position.pieces(Color::white).bits(), position.pieces(Color::black).bits(),
                    bits(PieceType::king), bits(PieceType::queen), bits(PieceType::rook),
                    bits(PieceType::bishop), bits(PieceType::knight), bits(PieceType::pawn),
                    rest...);
}

// Ranks as Fathom gives them: wins that the fifty-move rule leaves alone have at least this.
constexpr int sure_rank = 900;

Wdl wdl_of_rank(int rank, FiftyMoveRule rule) {
    const int least_win = rule == FiftyMoveRule::holds ? sure_rank : 1;
    if (rank >= least_win) return Wdl::win;
    if (rank > 0) return Wdl::cursed_win;
    if (rank == 0) return Wdl::draw;
    return rank > -least_win ? Wdl::blessed_loss : Wdl::loss;
}

// Ranks fall with the clock. Once fifty moves are over it does not matter how long, and without the
// rule it never does: the smaller the number, the more distances the ranks can tell apart.
unsigned clock_for_fathom(const Position& position, FiftyMoveRule rule) {
    constexpr int fifty_moves = 100;
    if (rule == FiftyMoveRule::ignored) return 0;
    return static_cast<unsigned>(std::min(position.halfmove_clock(), fifty_moves));
}

bool is_same_move(Move move, TbMove theirs) {
    static_assert(TB_PROMOTES_QUEEN == 1 && TB_PROMOTES_KNIGHT == 4);
    const int promotes = move.is_promotion()
                             ? index(PieceType::queen) - index(move.promoted_to()) + 1
                             : TB_PROMOTES_NONE;
    return move.from().index() == TB_MOVE_FROM(theirs) && move.to().index() == TB_MOVE_TO(theirs) &&
           promotes == TB_MOVE_PROMOTES(theirs);
}

// A folder of links to the usable files, for when others must not be seen. Gone with the object.
class LinkFolder {
   public:
    LinkFolder() = default;
    explicit LinkFolder(const std::vector<std::string>& files) {
        namespace fs = std::filesystem;
        std::string name = (fs::temp_directory_path() / "kibitz-syzygy-XXXXXX").string();
        if (mkdtemp(name.data()) == nullptr) return;
        path_ = name;
        std::error_code ignored;
        for (const std::string& file : files)
            fs::create_symlink(fs::absolute(file), fs::path(path_) / fs::path(file).filename(),
                               ignored);
    }
    LinkFolder(LinkFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}
    LinkFolder& operator=(LinkFolder&&) = delete;
    ~LinkFolder() {
        std::error_code ignored;
        if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
    }
    [[nodiscard]] const std::string& path() const { return path_; }

   private:
    std::string path_;
};

// Standard error leads nowhere as long as this lives.
class SilencedStandardError {
   public:
    SilencedStandardError() : before_(dup(STDERR_FILENO)) {
        const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
        if (before_ >= 0 && nowhere >= 0) dup2(nowhere, STDERR_FILENO);
        if (nowhere >= 0) close(nowhere);
    }
    SilencedStandardError(const SilencedStandardError&) = delete;
    SilencedStandardError& operator=(const SilencedStandardError&) = delete;
    ~SilencedStandardError() {
        if (before_ < 0) return;
        dup2(before_, STDERR_FILENO);
        close(before_);
    }

   private:
    int before_;
};

class Syzygy final : public SyzygyTables {
   public:
    Syzygy(LinkFolder links, int max_pieces) : links_(std::move(links)), max_pieces_(max_pieces) {}
    // Fathom lets go of its files when it is given others, and calls each success a failure of
    // munmap() on standard error. After its tb_free() it could not be used again.
    ~Syzygy() override {
        const SilencedStandardError silenced;
        tb_init("");
        is_open = false;
    }

    [[nodiscard]] int max_pieces() const override { return max_pieces_; }

    [[nodiscard]] std::optional<Wdl> probe_wdl(const Position& position) override {
        if (!is_in_reach(position)) return std::nullopt;
        constexpr unsigned fresh_clock = 0, no_castling = 0;
        const unsigned result = with_bitboards(tb_probe_wdl, position, fresh_clock, no_castling,
                                               en_passant_for_fathom(position),
                                               position.side_to_move() == Color::white);
        if (result == TB_RESULT_FAILED) return std::nullopt;
        return static_cast<Wdl>(static_cast<int>(result) - TB_DRAW);
    }

    // Strictly by distance to zeroing, whether a position was repeated or not: any other order
    // among winning moves can walk in circles.
    [[nodiscard]] std::vector<RootMove> probe_root(const Position& position,
                                                   FiftyMoveRule rule) override {
        if (!is_in_reach(position)) return {};
        constexpr unsigned no_castling = 0;
        constexpr bool by_distance = true;
        const bool fifty_move_rule = rule == FiftyMoveRule::holds;
        const unsigned clock = clock_for_fathom(position, rule);
        const unsigned en_passant = en_passant_for_fathom(position);
        const bool white = position.side_to_move() == Color::white;
        const std::lock_guard lock(root_mutex_);
        const auto results = std::make_unique<TbRootMoves>();
        if (with_bitboards(tb_probe_root_dtz, position, clock, no_castling, en_passant, white,
                           by_distance, fifty_move_rule, results.get()) == 0 &&
            with_bitboards(tb_probe_root_wdl, position, clock, no_castling, en_passant, white,
                           fifty_move_rule, results.get()) == 0)
            return {};
        std::vector<RootMove> ranked;
        for (const Move move : legal_moves(position))
            for (unsigned i = 0; i < results->size; ++i) {
                const TbRootMove& theirs = results->moves[i];
                if (!is_same_move(move, theirs.move)) continue;
                ranked.push_back(
                    {.move = move, .wdl = wdl_of_rank(theirs.tbRank, rule), .rank = theirs.tbRank});
                break;
            }
        return ranked;
    }

    [[nodiscard]] std::optional<int> probe_dtz(const Position& position) override {
        if (!is_in_reach(position)) return std::nullopt;
        constexpr unsigned fresh_clock = 0, no_castling = 0;
        constexpr unsigned* no_other_moves = nullptr;
        const std::lock_guard lock(root_mutex_);
        const unsigned result = with_bitboards(
            tb_probe_root, position, fresh_clock, no_castling, en_passant_for_fathom(position),
            position.side_to_move() == Color::white, no_other_moves);
        if (result == TB_RESULT_FAILED) return std::nullopt;
        return static_cast<int>(TB_GET_DTZ(result));
    }

   private:
    [[nodiscard]] bool is_in_reach(const Position& position) const {
        return position.castling_rooks().empty() && position.occupied().count() <= max_pieces_;
    }

    LinkFolder links_;
    int max_pieces_;
    std::mutex root_mutex_;  // Fathom looks up roots on one thread at a time
};

bool is_wdl_file(const std::string& path) {
    const auto name = std::filesystem::path(path).filename().string();
    return syzygy_kind(name) == SyzygyKind::wdl;
}

}  // namespace

std::expected<SyzygyFiles, std::string> find_syzygy(const std::string& path) {
    SyzygyFiles files;
    files.path = path;
    for (const std::string_view name : text::split(path, ':')) {
        if (name.empty()) continue;
        const std::string folder(name);
        const SyzygyFolder found = inspect_syzygy_folder(folder);
        files.usable.insert(files.usable.end(), found.usable.begin(), found.usable.end());
        for (const std::string& fault : found.faults)
            files.notes.push_back("tablebases: left out " + fault);
    }
    if (std::ranges::any_of(files.usable, is_wdl_file)) return files;
    std::string reason = "no usable Syzygy file (*.rtbw) in " + path;
    for (const std::string& note : files.notes) reason += "; " + note;
    return std::unexpected(reason);
}

std::expected<OpenedSyzygy, std::string> open_syzygy(const SyzygyFiles& files) {
    if (is_open.exchange(true))
        return std::unexpected("another set of tablebases is open in this process");
    const bool any_fault = !files.notes.empty();
    LinkFolder links = any_fault ? LinkFolder(files.usable) : LinkFolder();
    const std::string& safe_path = any_fault ? links.path() : files.path;
    if (safe_path.empty() || !tb_init(safe_path.c_str()) || TB_LARGEST == 0) {
        is_open = false;
        return std::unexpected("the Syzygy files in " + files.path + " cannot be opened" +
                               (safe_path.empty() ? ": no temporary folder can be made" : ""));
    }
    OpenedSyzygy opened;
    opened.notes = files.notes;
    opened.notes.push_back("tablebases: " + std::to_string(files.usable.size()) + " files, up to " +
                           std::to_string(TB_LARGEST) + " pieces");
    opened.tablebase = std::make_unique<Syzygy>(std::move(links), static_cast<int>(TB_LARGEST));
    return opened;
}

std::expected<OpenedSyzygy, std::string> open_syzygy(const std::string& path) {
    const auto files = find_syzygy(path);
    if (!files) return std::unexpected(files.error());
    return open_syzygy(*files);
}

}  // namespace kibitz
