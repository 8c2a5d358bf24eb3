// A reader who believes nothing: plays every proof, looks at the board, counts the pieces with a
// small search of their own, and reads the sentence for pieces that are not there. It shares no
// code with the explainer but the rules of chess.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "chess/attacks.hpp"
#include "chess/movegen.hpp"
#include "explain/explain.hpp"
#include "explain/sentences.hpp"

namespace kibitz::explain::test {

class Oracle {
   public:
    // What is wrong with the claim; nothing if it is right.
    static std::string fault_of(const Question& question, const Claim& claim) {
        return Oracle(question, claim).find();
    }

   private:
    static constexpr int worth[] = {100, 320, 330, 500, 950, 0};
    static constexpr int about_equal = 40;
    static constexpr int least_won = 80;

    Oracle(const Question& question, const Claim& claim) : question_(question), claim_(claim) {}

    static int count(const Position& position, Color us) {
        int sum = 0;
        for (int i = 0; i < square_count; ++i) {
            const Piece piece = position.piece_on(Square(i));
            if (piece == Piece::none) continue;
            const int value = worth[index(type_of(piece))];
            sum += color_of(piece) == us ? value : -value;
        }
        return sum;
    }

    // What the side to move can still take, both free to stop unless in check.
    static int hanging(const Position& position, int plies, int alpha, int beta) {
        const bool in_check = position.in_check();
        const MoveList moves = in_check ? legal_moves(position) : legal_captures(position);
        if (in_check && moves.empty()) return -100'000;
        int best = in_check ? -100'000 : 0;
        if (plies == 0) return 0;
        const Color us = position.side_to_move();
        for (const Move move : moves) {
            if (best >= beta) break;
            alpha = std::max(alpha, best);
            const Position next = position.after(move);
            const int gain = count(next, us) - count(position, us);
            best = std::max(best, gain - hanging(next, plies - 1, gain - beta, gain - alpha));
        }
        return best;
    }

    std::string find() {
        Position position = question_.before;
        for (const Move move : claim_.lead) {
            if (!position.is_legal(move)) return "the lead cannot be played";
            position.play(move);
        }
        if (claim_.is_threat) {
            if (position.in_check()) return "nobody can pass in check";
            position.play_null();
        }
        boards_.push_back(position);
        for (const Move move : claim_.proof) {
            if (!boards_.back().is_legal(move)) return "the proof cannot be played";
            boards_.push_back(boards_.back().after(move));
        }
        if (const std::string fault = of_mate(); !fault.empty()) return fault;
        if (const std::string fault = of_winnings(); !fault.empty()) return fault;
        if (const std::string fault = of_recaptures(); !fault.empty()) return fault;
        if (const std::string fault = of_prevention(); !fault.empty()) return fault;
        if (const std::string fault = of_deed(claim_.deed, 0); !fault.empty()) return fault;
        if (const std::string fault = of_deed(claim_.next_deed, claim_.next_move); !fault.empty())
            return fault;
        if (const std::string fault = of_cause(); !fault.empty()) return fault;
        return of_words();
    }

    [[nodiscard]] std::string of_mate() const {
        if (claim_.mate == 0) return "";
        const Position& end = boards_.back();
        if (!end.in_check() || has_legal_move(end)) return "the proof does not mate";
        return claim_.proof.size() == 2 * static_cast<std::size_t>(claim_.mate) - 1
                   ? ""
                   : "the mate is miscounted";
    }

    [[nodiscard]] bool wins_material() const {
        return claim_.mate == 0 && claim_.winnings.centipawns > 0 &&
               claim_.kind != ClaimKind::sacrifices;
    }
    [[nodiscard]] Color winner() const { return boards_.front().side_to_move(); }

    // Pieces that are named stand there before the proof and are taken in it; the count is right.
    [[nodiscard]] std::string of_winnings() const {
        if (!wins_material()) return "";
        for (const PlacedPiece& taken : claim_.winnings.taken) {
            if (boards_.front().piece_on(taken.square) != taken.piece)
                return "there is no such piece on " + taken.square.to_string();
            if (color_of(taken.piece) == winner()) return "it is the winner's own piece";
            if (!is_taken(taken.square))
                return "the piece on " + taken.square.to_string() + " is not taken";
        }
        const bool counts_move = claim_.kind == ClaimKind::loses_material ||
                                 claim_.kind == ClaimKind::ignores_threat ||
                                 claim_.kind == ClaimKind::answered_by ||
                                 (claim_.kind == ClaimKind::beats && !claim_.lead.empty());
        const Position& from = counts_move ? question_.before : boards_.front();
        const Position& end = boards_.back();
        constexpr int plies = 8, infinite = 1'000'000;
        const int left = hanging(end, plies, -infinite, infinite);
        const int won = count(end, winner()) - count(from, winner()) +
                        (end.side_to_move() == winner() ? left : -left);
        if (won < claim_.winnings.centipawns - about_equal || won < least_won - about_equal)
            return "it wins " + std::to_string(won) + " and not " +
                   std::to_string(claim_.winnings.centipawns);
        return "";
    }

    // Follows the piece that stands there before the proof.
    [[nodiscard]] bool is_taken(Square square) const {
        for (std::size_t i = 0; i < claim_.proof.size(); ++i) {
            const Move move = claim_.proof[i];
            const Square prey =
                move.is_en_passant() ? Square(move.to().file(), move.from().rank()) : move.to();
            if (boards_[i].side_to_move() == winner() && boards_[i].is_capture(move) &&
                prey == square)
                return true;
            if (move.is_castling() && move.to() == square)
                square = castled_rook_square(move);
            else if (move.from() == square)
                square = arrival(move);
        }
        return false;
    }

    // What the first move or the last one takes is not simply taken back.
    [[nodiscard]] std::string of_recaptures() const {
        if (!wins_material() || claim_.proof.empty()) return "";
        for (const std::size_t i : {std::size_t{0}, claim_.proof.size() - 1}) {
            const Move move = claim_.proof[i];
            if (boards_[i].side_to_move() != winner() || !boards_[i].is_capture(move)) continue;
            const bool is_answered =
                i + 1 < claim_.proof.size() && claim_.proof[i + 1].to() == move.to();
            if (is_answered) continue;
            for (const Move reply : legal_captures(boards_[i + 1]))
                if (reply.to() == move.to())
                    return "nothing answers the recapture by " + reply.from().to_string();
        }
        return "";
    }

    // What a move prevents does not happen in the line that shows it.
    [[nodiscard]] std::string of_prevention() const {
        if (!claim_.deed || claim_.deed->prevented.empty()) return "";
        for (std::size_t i = 1; i < claim_.proof.size(); i += 2)
            if (claim_.proof[i] == claim_.deed->prevented.back())
                return "the line has the move that it prevents";
        return "";
    }

    // Of what a move does, all that can be seen on the boards before and after it, and what the
    // rest of the proof has to show for it.
    [[nodiscard]] std::string of_deed(const std::optional<Deed>& deed, std::size_t move) const {
        if (!deed) return "";
        if (move >= claim_.proof.size()) return "what a move does has no move";
        switch (deed->kind) {
            case DeedKind::attacks:
            case DeedKind::checks_and_attacks: return of_attack(*deed, move);
            case DeedKind::checks:
            case DeedKind::takes_with_check:
                return boards_[move + 1].in_check() ? "" : "it gives no check";
            case DeedKind::shuts_in: return of_prison(deed->on.front(), move);
            case DeedKind::aims_at_king: return of_aim(deed->squares.front(), move);
            case DeedKind::storms_king: return of_storm(move);
            case DeedKind::settles: return of_outpost(move);
            case DeedKind::enters_seventh:
                return is_moved(PieceType::rook, move) &&
                               relative(claim_.proof[move].to().rank(),
                                        boards_[move].side_to_move()) == Rank::r7
                           ? ""
                           : "no rook comes to the seventh rank";
            case DeedKind::exchanges_doubling:
            case DeedKind::exchanges_opening_king: return of_damage(*deed, move);
            case DeedKind::displaces_king: return of_displacement(move);
            case DeedKind::offers_queens:
                return is_moved(PieceType::queen, move) &&
                               is_attacked_by_moved(PieceType::queen, move)
                           ? ""
                           : "no queen is offered for another";
            case DeedKind::pushes_passed_pawn: return of_passed_pawn(move);
            case DeedKind::goes_behind_pawn: return of_rook_behind(deed->on.front().square, move);
            case DeedKind::cuts_off_king: return of_cut(deed->squares.front(), move);
            case DeedKind::fixes_pawn: return of_fixed_pawn(deed->on.front().square, move);
            case DeedKind::makes_passed_pawn:
                return of_new_passed_pawn(deed->squares.front(), move);
            case DeedKind::goes_for_pawn: return of_walk(deed->on.front().square, move);
            case DeedKind::wins_pawn_ending: return of_pawn_ending(move);
            case DeedKind::challenges:
                return is_moved(PieceType::pawn, move) &&
                               is_attacked_by_moved(PieceType::pawn, move)
                           ? ""
                           : "no pawn attacks another";
            default: return "";
        }
    }

    [[nodiscard]] std::string of_attack(const Deed& deed, std::size_t move) const {
        const Position& after = boards_[move + 1];
        for (const PlacedPiece target : deed.on)
            if ((after.attackers_to(target.square) & after.pieces(~after.side_to_move())).empty())
                return "nothing attacks " + target.square.to_string();
        return "";
    }

    // The piece loses something wherever it goes, it stays, and it is taken.
    [[nodiscard]] std::string of_prison(PlacedPiece prisoner, std::size_t move) const {
        constexpr int plies = 8, infinite = 1'000'000;
        const Position& after = boards_[move + 1];
        const Color owner = after.side_to_move();
        for (const Move flight : legal_moves(after)) {
            if (flight.from() != prisoner.square) continue;
            const Position fled = after.after(flight);
            const int gain = count(fled, owner) - count(after, owner);
            if (hanging(fled, plies, -infinite, infinite) - gain < least_won - about_equal)
                return "it can go to " + flight.to().to_string();
        }
        for (std::size_t i = move + 1; i < claim_.proof.size(); ++i) {
            const bool is_owners = boards_[i].side_to_move() == owner;
            if (is_owners && claim_.proof[i].from() == prisoner.square) return "it goes away";
            if (!is_owners && claim_.proof[i].to() == prisoner.square) return "";
        }
        return "the piece that cannot go away is not taken";
    }

    // Only the king defends the square beside it, which the moved piece did not attack before and
    // which its side enters later.
    [[nodiscard]] std::string of_aim(Square square, std::size_t move) const {
        const Position &before = boards_[move], &after = boards_[move + 1];
        const Color us = before.side_to_move();
        const Square king = after.king(~us);
        if ((after.attackers_to(square) & after.pieces(~us)) != Bitboard(king))
            return "the king is not the only one that defends " + square.to_string();
        if (!after.attackers_to(square).contains(claim_.proof[move].to()))
            return "it does not attack " + square.to_string();
        if (before.attackers_to(square).contains(claim_.proof[move].from()))
            return "it attacked " + square.to_string() + " before";
        for (std::size_t i = move + 2; i < claim_.proof.size(); i += 2)
            if (claim_.proof[i].to() == square) return "";
        return "nothing enters " + square.to_string();
    }

    [[nodiscard]] bool is_moved(PieceType type, std::size_t move) const {
        return type_of(boards_[move].piece_on(claim_.proof[move].from())) == type;
    }
    [[nodiscard]] bool is_attacked_by_moved(PieceType type, std::size_t move) const {
        const Position& after = boards_[move + 1];
        for (int i = 0; i < square_count; ++i)
            if (after.piece_on(Square(i)) == make_piece(after.side_to_move(), type) &&
                after.attackers_to(Square(i)).contains(claim_.proof[move].to()))
                return true;
        return false;
    }

    // A knight or bishop stays where no pawn of the other side can ever attack it.
    [[nodiscard]] std::string of_outpost(std::size_t move) const {
        const Square square = claim_.proof[move].to();
        if (!is_moved(PieceType::knight, move) && !is_moved(PieceType::bishop, move))
            return "neither a knight nor a bishop";
        for (std::size_t i = move + 1; i < claim_.proof.size(); ++i)
            if (claim_.proof[i].to() == square || claim_.proof[i].from() == square)
                return "it does not stay";
        const Position& after = boards_[move + 1];
        const Color other = after.side_to_move();
        const int forward = other == Color::white ? 1 : -1;
        for (int i = 0; i < square_count; ++i) {
            const Square pawn(i);
            if (after.piece_on(pawn) != make_piece(other, PieceType::pawn)) continue;
            const int files = std::abs(index(pawn.file()) - index(square.file()));
            const int ranks = (index(square.rank()) - index(pawn.rank())) * forward;
            if (files == 1 && ranks >= 1) return "a pawn can attack " + square.to_string();
        }
        return "";
    }

    // No pawn of the other side stands before it, on its file or beside it.
    [[nodiscard]] std::string of_passed_pawn(std::size_t move) const {
        if (!is_moved(PieceType::pawn, move)) return "no pawn moves";
        const Square square = claim_.proof[move].to();
        const Position& after = boards_[move + 1];
        const Color other = after.side_to_move();
        const int forward = other == Color::white ? -1 : 1;
        for (int i = 0; i < square_count; ++i) {
            const Square pawn(i);
            if (after.piece_on(pawn) != make_piece(other, PieceType::pawn)) continue;
            const int files = std::abs(index(pawn.file()) - index(square.file()));
            const int ranks = (index(pawn.rank()) - index(square.rank())) * forward;
            if (files <= 1 && ranks >= 1) return "it is no passed pawn";
        }
        return "";
    }

    // True if the pawn is nobody's to stop: none of the other side stands before it.
    [[nodiscard]] static bool is_free(const Position& position, Square pawn) {
        const Color owner = color_of(position.piece_on(pawn));
        const int forward = owner == Color::white ? 1 : -1;
        for (int i = 0; i < square_count; ++i) {
            const Square other(i);
            if (position.piece_on(other) != make_piece(~owner, PieceType::pawn)) continue;
            const int files = std::abs(index(other.file()) - index(pawn.file()));
            if (files <= 1 && (index(other.rank()) - index(pawn.rank())) * forward >= 1)
                return false;
        }
        return true;
    }

    [[nodiscard]] std::string of_rook_behind(Square pawn, std::size_t move) const {
        const Position& after = boards_[move + 1];
        const Square rook = claim_.proof[move].to();
        if (!is_moved(PieceType::rook, move) || type_of(after.piece_on(pawn)) != PieceType::pawn)
            return "there is no rook or no pawn";
        if (rook.file() != pawn.file() || !is_free(after, pawn)) return "no passed pawn before it";
        const int forward = color_of(after.piece_on(pawn)) == Color::white ? 1 : -1;
        const int ranks = (index(pawn.rank()) - index(rook.rank())) * forward;
        if (ranks <= 0) return "the rook stands before the pawn";
        for (int i = 1; i < ranks; ++i)
            if (!after.is_empty(Square(rook.index() + 8 * i * forward)))
                return "something stands between the rook and the pawn";
        return "";
    }

    // The rook's file stays between the king and the pawn as far as the line goes.
    [[nodiscard]] std::string of_cut(Square pawn, std::size_t move) const {
        const int rook = index(claim_.proof[move].to().file());
        const Color side = boards_[move + 1].side_to_move();
        if (!is_moved(PieceType::rook, move)) return "no rook moves";
        for (std::size_t i = move + 1; i < boards_.size(); ++i) {
            const int king = index(boards_[i].king(side).file());
            if ((king - rook) * (rook - index(pawn.file())) <= 0) return "the king gets across";
        }
        return "";
    }

    [[nodiscard]] std::string of_fixed_pawn(Square pawn, std::size_t move) const {
        const Square own = claim_.proof[move].to();
        const int forward = boards_[move].side_to_move() == Color::white ? 1 : -1;
        if (!is_moved(PieceType::pawn, move) || pawn.index() != own.index() + 8 * forward)
            return "the pawn does not stand before another";
        for (std::size_t i = move + 1; i < claim_.proof.size(); ++i)
            if (claim_.proof[i].from() == pawn || claim_.proof[i].to() == own)
                return "the pawn is not fixed";
        return "";
    }

    [[nodiscard]] std::string of_new_passed_pawn(Square square, std::size_t move) const {
        const Color us = boards_[move].side_to_move();
        for (int i = 0; i < square_count; ++i) {
            const Square pawn(i);
            if (pawn.file() == square.file() &&
                boards_[move].piece_on(pawn) == make_piece(us, PieceType::pawn) &&
                is_free(boards_[move], pawn))
                return "there was a passed pawn before";
        }
        for (std::size_t i = move + 1; i < boards_.size(); ++i)
            if (boards_[i].piece_on(square) == make_piece(us, PieceType::pawn) &&
                is_free(boards_[i], square))
                return "";
        return "there is no passed pawn";
    }

    [[nodiscard]] std::string of_walk(Square pawn, std::size_t move) const {
        if (!is_moved(PieceType::king, move)) return "no king moves";
        for (std::size_t i = move + 2; i < claim_.proof.size(); i += 2)
            if (is_moved(PieceType::king, i) && claim_.proof[i].to() == pawn)
                return type_of(boards_[i].piece_on(pawn)) == PieceType::pawn ? "" : "no pawn there";
        return "the king does not take the pawn";
    }

    [[nodiscard]] std::string of_pawn_ending(std::size_t move) const {
        for (std::size_t i = move + 1; i < boards_.size(); ++i)
            if (boards_[i].non_pawn_material(Color::white).empty() &&
                boards_[i].non_pawn_material(Color::black).empty())
                return "";
        return "there is no pawn ending";
    }

    // Pawns of the side that is to move there on a file.
    [[nodiscard]] static int pawns_on(const Position& position, File file, Color side) {
        int pawns = 0;
        for (int i = 0; i < square_count; ++i)
            pawns += Square(i).file() == file &&
                     position.piece_on(Square(i)) == make_piece(side, PieceType::pawn);
        return pawns;
    }

    // A pawn takes back, and leaves two on a file, or none on the file before its king.
    [[nodiscard]] std::string of_damage(const Deed& deed, std::size_t move) const {
        if (move + 1 >= claim_.proof.size()) return "nothing takes back";
        const Move back = claim_.proof[move + 1];
        if (back.to() != claim_.proof[move].to() || !is_moved(PieceType::pawn, move + 1))
            return "no pawn takes back";
        const Color owner = boards_[move + 1].side_to_move();
        const Position& end = boards_[move + 2];
        if (deed.kind == DeedKind::exchanges_doubling)
            return pawns_on(end, back.to().file(), owner) >= 2 ? "" : "no pawns are doubled";
        const int beside = index(end.king(owner).file()) - index(back.from().file());
        if (std::abs(beside) > 1) return "the king stands elsewhere";
        return pawns_on(boards_.back(), back.from().file(), owner) == 0 ? ""
                                                                        : "the file is not open";
    }

    [[nodiscard]] std::string of_displacement(std::size_t move) const {
        if (move + 1 >= claim_.proof.size()) return "the king does not move";
        const Color owner = boards_[move + 1].side_to_move();
        if (boards_[move + 1].castling_rooks(owner).empty()) return "it could not castle before";
        if (!is_moved(PieceType::king, move + 1) || claim_.proof[move + 1].is_castling())
            return "the king does not move";
        return boards_[move + 2].castling_rooks(owner).empty() ? "" : "it can still castle";
    }

    // The answer goes to the square that is said to be given up, or passes through the one left.
    [[nodiscard]] std::string of_cause() const {
        if (!claim_.cause) return "";
        const Move played = question_.played, answer = claim_.proof.front();
        const Square square = claim_.cause->square;
        if (claim_.cause->kind == CauseKind::opens_way)
            return square == played.from() && between(answer.from(), answer.to()).contains(square)
                       ? ""
                       : "the way was open before";
        if (answer.to() != square) return "the answer does not go to " + square.to_string();
        const bool guarded = question_.before.attackers_to(square).contains(played.from());
        const bool guards = boards_.front().attackers_to(square).contains(arrival(played));
        return square == played.from() || (guarded && !guards)
                   ? ""
                   : "the move has not given up " + square.to_string();
    }

    // The pawn stands before the king or beside its file, and goes on.
    [[nodiscard]] std::string of_storm(std::size_t move) const {
        const Square pawn = claim_.proof[move].to();
        const Square king = boards_[move + 1].king(boards_[move + 1].side_to_move());
        const int files = index(pawn.file()) - index(king.file());
        if (type_of(boards_[move + 1].piece_on(pawn)) != PieceType::pawn || std::abs(files) > 1)
            return "no pawn goes towards the king";
        for (std::size_t i = move + 2; i < claim_.proof.size(); i += 2)
            if (claim_.proof[i].from() == pawn) return "";
        return "the pawn does not go on";
    }

    // Every "the rook on e5" is true of a board that the sentence speaks of.
    [[nodiscard]] std::string of_words() const {
        std::string text = sentence(question_, claim_, Language::english);
        if (text.find("  ") != std::string::npos || text.find(" ;") != std::string::npos ||
            text.find(" .") != std::string::npos)
            return "a word is missing: " + text;
        if (const auto line = text.find(" ("); line != std::string::npos) text.resize(line);
        for (std::size_t at = text.find("the "); at != std::string::npos;
             at = text.find("the ", at + 1)) {
            constexpr const char* names[] = {"pawn", "knight", "bishop", "rook", "queen", "king"};
            for (int type = 0; type < piece_type_count; ++type) {
                const std::string start = "the " + std::string(names[type]) + " on ";
                if (text.compare(at, start.size(), start) != 0) continue;
                const auto square = Square::parse(text.substr(at + start.size(), 2));
                if (!square) return "no square: " + text;
                if (!stands(static_cast<PieceType>(type), *square))
                    return "no " + std::string(names[type]) + " on " + square->to_string() + ": " +
                           text;
            }
        }
        return "";
    }

    [[nodiscard]] bool stands(PieceType type, Square square) const {
        std::vector<std::size_t> spoken_of{0};
        if (claim_.motif) {
            spoken_of.push_back(claim_.motif->move);
            spoken_of.push_back(claim_.motif->move + 1);
        }
        if (claim_.retaking > 0) spoken_of.push_back(1);
        if (claim_.next_deed)
            spoken_of.insert(spoken_of.end(), {claim_.next_move, claim_.next_move + 1});
        if (claim_.deed || claim_.kind == ClaimKind::sacrifices) spoken_of.push_back(1);
        return std::ranges::any_of(spoken_of, [&](std::size_t board) {
            return board < boards_.size() && type_of(boards_[board].piece_on(square)) == type;
        });
    }

    const Question& question_;
    const Claim& claim_;
    std::vector<Position> boards_;
};

}  // namespace kibitz::explain::test
