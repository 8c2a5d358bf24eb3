#include "train/people/net_positions.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "engine/eval/evaluate.hpp"
#include "platform/files.hpp"
#include "players/people/look_rows.hpp"

namespace kibitz::train {

namespace {

std::uint8_t castling_of(const Position& position, Color us) {
    std::uint8_t rights = 0, bit = 1;
    for (const Color side : {us, ~us})
        for (const CastlingSide wing : {CastlingSide::queenside, CastlingSide::kingside}) {
            if (!position.castling_rook(side, wing).is_none()) rights |= bit;
            bit = static_cast<std::uint8_t>(bit << 1);
        }
    return rights;
}

std::int8_t result_for(PgnResult result, Color side) {
    constexpr std::int8_t unknown = 2;
    if (result == PgnResult::draw) return 0;
    if (result == PgnResult::unknown) return unknown;
    return (result == PgnResult::white_wins) == (side == Color::white) ? 1 : -1;
}

Score by_hand(const Position& position, const nnue::Network*) {
    return clamp_eval(evaluate(position));
}

std::uint16_t rating_of(const HumanGame& game, Color side) {
    const players::Mover mover = game.mover(side);
    return static_cast<std::uint16_t>(players::comparable_rating(mover.rating, mover.system));
}

}  // namespace

void PositionFile::add(const HumanGame& game, std::uint32_t number) {
    players::Scene scene;
    const bool kept_apart = is_kept_apart(game);
    for (const Move move : game.moves) {
        const Position& position = scene.position;
        const Color us = position.side_to_move();
        const players::NetMover mover{.rating = rating_of(game, us),
                                      .opponent = rating_of(game, ~us),
                                      .time_class = game.time_class};
        const players::NetInput input = net_input(scene, mover);
        FilePosition made{.planes = input.planes};
        made.game = number;
        made.first_move = static_cast<std::uint32_t>(moves_.size());
        made.ply = static_cast<std::uint16_t>(scene.earlier_keys.size());
        made.rating = static_cast<std::uint16_t>(mover.rating);
        made.opponent = static_cast<std::uint16_t>(mover.opponent);
        made.site_rating = static_cast<std::uint16_t>(game.mover(us).rating);
        const auto looks = players::quick_look(position, scene.earlier_keys, by_hand);
        for (const players::LookedAt& look : looks) {
            if (look.move == move)
                made.played = static_cast<std::uint8_t>(moves_.size() - made.first_move);
            moves_.push_back(players::net_move(look.move, us));
        }
        for (const players::LookRows& rows : players::look_rows(looks)) {
            std::ranges::transform(rows, looks_.emplace_back().begin(), [](std::uint16_t row) {
                return static_cast<std::uint8_t>(row);
            });
        }
        made.moves = static_cast<std::uint8_t>(looks.size());
        made.time_class = static_cast<std::uint8_t>(game.time_class);
        const bool repeated =
            input.planes[static_cast<std::size_t>(players::NetPlane::repeated)] != 0;
        const auto flag = [&](bool set, std::uint8_t bit) {
            if (set) made.flags |= bit;
        };
        flag(us == Color::black, flag_black);
        flag(kept_apart, flag_kept_apart);
        flag(game.is_archive_owner[static_cast<std::size_t>(index(us))], flag_archive_owner);
        flag(repeated, flag_repeated);
        flag(game.system == players::RatingSystem::chess_com, flag_chess_com);
        constexpr int most = 255;
        made.halfmove_clock = static_cast<std::uint8_t>(std::min(most, position.halfmove_clock()));
        made.castling = castling_of(position, us);
        made.result = result_for(game.result, us);
        positions_.push_back(made);

        const players::Trace trace{.move = move, .captured = position.captured_by(move)};
        scene.earlier_keys.push_back(position.key());
        scene.position.play(move);
        scene.own = std::exchange(scene.last, trace);
    }
}

std::expected<void, std::string> PositionFile::write(const std::string& path) const {
    PositionFileHeader header;
    header.positions = static_cast<std::uint32_t>(positions_.size());
    header.moves = static_cast<std::uint32_t>(moves_.size());
    return write_file(path,
                      {std::as_bytes(std::span(&header, 1)), std::as_bytes(std::span(positions_)),
                       std::as_bytes(std::span(moves_)), std::as_bytes(std::span(looks_))});
}

std::expected<NumberedFiles, std::string> write_position_files(
    const std::vector<HumanGame>& games, int games_to_a_file, const std::string& folder,
    const std::function<bool()>& is_stopped) {
    return write_numbered_files(games.size(), games_to_a_file, folder, "ppos", is_stopped,
                                [&](const std::string& path, std::size_t first, std::size_t end) {
                                    PositionFile file;
                                    for (std::size_t i = first; i < end; ++i)
                                        file.add(games[i], static_cast<std::uint32_t>(i));
                                    return file.write(path);
                                });
}

}  // namespace kibitz::train
