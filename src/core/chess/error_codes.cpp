#include "chess/error_codes.hpp"

namespace kibitz {

std::string_view code(SetupError error) {
    switch (error) {
        case SetupError::no_king: return "setup.no_king";
        case SetupError::several_kings: return "setup.several_kings";
        case SetupError::pawn_on_back_rank: return "setup.pawn_on_back_rank";
        case SetupError::too_many_pieces: return "setup.too_many_pieces";
        case SetupError::opponent_in_check: return "setup.opponent_in_check";
        case SetupError::impossible_check: return "setup.impossible_check";
        case SetupError::castling_rook: return "setup.castling_rook";
        case SetupError::en_passant_square: return "setup.en_passant_square";
        case SetupError::halfmove_clock: return "setup.halfmove_clock";
        case SetupError::fullmove_number: return "setup.fullmove_number";
    }
    return "";
}

std::string_view code(FenReason reason) {
    switch (reason) {
        case FenReason::missing_field: return "fen.missing_field";
        case FenReason::too_many_fields: return "fen.too_many_fields";
        case FenReason::extra_blank: return "fen.extra_blank";
        case FenReason::unknown_piece: return "fen.unknown_piece";
        case FenReason::adjacent_digits: return "fen.adjacent_digits";
        case FenReason::rank_too_short: return "fen.rank_too_short";
        case FenReason::rank_too_long: return "fen.rank_too_long";
        case FenReason::too_few_ranks: return "fen.too_few_ranks";
        case FenReason::too_many_ranks: return "fen.too_many_ranks";
        case FenReason::unknown_side: return "fen.unknown_side";
        case FenReason::unknown_right: return "fen.unknown_right";
        case FenReason::repeated_right: return "fen.repeated_right";
        case FenReason::no_castling_king: return "fen.no_castling_king";
        case FenReason::no_castling_rook: return "fen.no_castling_rook";
        case FenReason::not_a_square: return "fen.not_a_square";
        case FenReason::wrong_rank: return "fen.wrong_rank";
        case FenReason::not_a_number: return "fen.not_a_number";
        case FenReason::no_position: return "fen.no_position";
    }
    return "";
}

std::string_view code(EpdReason reason) {
    switch (reason) {
        case EpdReason::no_position: return "epd.no_position";
        case EpdReason::several_lines: return "epd.several_lines";
        case EpdReason::bad_opcode: return "epd.bad_opcode";
        case EpdReason::unterminated_string: return "epd.unterminated_string";
        case EpdReason::text_after_string: return "epd.text_after_string";
        case EpdReason::bad_clock: return "epd.bad_clock";
    }
    return "";
}

std::string_view code(MoveTextReason reason) {
    switch (reason) {
        case MoveTextReason::not_a_move: return "move.not_a_move";
        case MoveTextReason::null_move: return "move.null_move";
        case MoveTextReason::illegal: return "move.illegal";
        case MoveTextReason::leaves_king_in_check: return "move.leaves_king_in_check";
        case MoveTextReason::ambiguous: return "move.ambiguous";
    }
    return "";
}

std::string_view code(PgnReason reason) {
    switch (reason) {
        case PgnReason::unexpected_character: return "pgn.unexpected_character";
        case PgnReason::bad_tag: return "pgn.bad_tag";
        case PgnReason::unclosed_comment: return "pgn.unclosed_comment";
        case PgnReason::too_long: return "pgn.too_long";
        case PgnReason::bad_nag: return "pgn.bad_nag";
        case PgnReason::bad_move: return "pgn.bad_move";
        case PgnReason::bad_fen: return "pgn.bad_fen";
        case PgnReason::unknown_variant: return "pgn.unknown_variant";
        case PgnReason::variation_without_move: return "pgn.variation_without_move";
        case PgnReason::variation_too_deep: return "pgn.variation_too_deep";
        case PgnReason::variation_not_opened: return "pgn.variation_not_opened";
        case PgnReason::variation_not_closed: return "pgn.variation_not_closed";
        case PgnReason::missing_result: return "pgn.missing_result";
        case PgnReason::mended_tag: return "pgn.mended_tag";
        case PgnReason::mended_fen: return "pgn.mended_fen";
        case PgnReason::unknown_text: return "pgn.unknown_text";
        case PgnReason::foreign_letters: return "pgn.foreign_letters";
    }
    return "";
}

std::string_view code(PolyglotReason reason) {
    switch (reason) {
        case PolyglotReason::cut_short: return "polyglot.cut_short";
        case PolyglotReason::out_of_order: return "polyglot.out_of_order";
    }
    return "";
}

std::string_view code(const FenError& error) {
    return error.reason == FenReason::no_position ? code(error.setup) : code(error.reason);
}

std::string_view code(const EpdError& error) {
    return error.reason == EpdReason::no_position && error.fen ? code(*error.fen)
                                                               : code(error.reason);
}

}  // namespace kibitz
