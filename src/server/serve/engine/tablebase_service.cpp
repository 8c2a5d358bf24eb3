#include "serve/engine/tablebase_service.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "chess/fen.hpp"
#include "chess/san.hpp"
#include "chess/uci_move.hpp"
#include "page_protocol/json_writer.hpp"
#include "serve/http/refusal.hpp"

namespace kibitz::serve {

namespace {

std::string_view name_of(Wdl result) {
    switch (result) {
        case Wdl::win: return "win";
        case Wdl::cursed_win: return "cursed win";
        case Wdl::draw: return "draw";
        case Wdl::blessed_loss: return "blessed loss";
        case Wdl::loss: return "loss";
    }
    return "draw";
}

}  // namespace

bool TablebaseService::has_path(std::string_view requested) {
    return requested.starts_with(path) &&
           (requested.size() == path.size() || requested[path.size()] == '/');
}

net::Response TablebaseService::answer(std::string_view requested) {
    if (!tables_) return refuse(RefusalCode::no_tables, "this server has no endgame tables");
    page_protocol::JsonWriter json;
    json.begin_object();
    requested.remove_prefix(std::min(requested.size(), path.size() + 1));
    if (requested.empty())
        return net::json_response(json.member("pieces", tables_->max_pieces()).end_object().take() +
                                  "\n");

    std::string fen(requested);
    std::ranges::replace(fen, '_', ' ');
    const auto position = parse_fen(fen, SetupRules::strict);
    if (!position) return refuse(RefusalCode::invalid_position, to_string(position.error()));
    const std::lock_guard lock(mutex_);
    auto moves = tables_->probe_root(*position, FiftyMoveRule::holds);
    const auto result = tables_->probe_wdl(*position);
    const auto plies = tables_->probe_dtz(*position);
    if (!result)
        return refuse(RefusalCode::not_in_tables, "the endgame tables do not have this position");
    std::ranges::sort(moves, std::ranges::greater{}, &Tablebase::RootMove::rank);
    json.member("result", name_of(*result)).key("dtz");
    if (plies)
        json.value(*plies);
    else
        json.null();
    json.key("moves").begin_array();
    for (const Tablebase::RootMove& move : moves)
        json.begin_object()
            .member("uci", to_uci(move.move))
            .member("san", to_san(*position, move.move))
            .member("result", name_of(move.wdl))
            .end_object();
    return net::json_response(json.end_array().end_object().take() + "\n");
}

}  // namespace kibitz::serve
