#include "chess/game.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "chess/fen.hpp"

namespace kibitz {
namespace {

// The seven tags that every game has, with their values when unknown.
struct RosterTag {
    std::string_view name;
    std::string_view unknown;
};
constexpr std::array roster = {
    RosterTag{"Event", "?"},  RosterTag{"Site", "?"},  RosterTag{"Date", "????.??.??"},
    RosterTag{"Round", "?"},  RosterTag{"White", "?"}, RosterTag{"Black", "?"},
    RosterTag{"Result", "*"},
};

std::string on_one_line(std::string_view value) {
    std::string line(value);
    std::ranges::replace(line, '\n', ' ');
    return line;
}

}  // namespace

Game::Game(const Position& start) : start_(start), nodes_(1) {
    for (const RosterTag& tag : roster)
        tags_.push_back({std::string(tag.name), std::string(tag.unknown)});
    if (start == Position::initial()) return;
    if (start.needs_chess960_notation()) set_tag("Variant", "Chess960");
    set_tag("SetUp", "1");
    set_tag("FEN", to_fen(start));
}

std::string_view Game::tag(std::string_view name) const {
    const auto found = std::ranges::find(tags_, name, &GameTag::name);
    return found == tags_.end() ? std::string_view() : found->value;
}

void Game::set_tag(std::string_view name, std::string_view value) {
    const auto found = std::ranges::find(tags_, name, &GameTag::name);
    if (found == tags_.end())
        tags_.push_back({std::string(name), on_one_line(value)});
    else
        found->value = on_one_line(value);
}

void Game::remove_tag(std::string_view name) {
    const auto in_roster = std::ranges::find(roster, name, &RosterTag::name);
    if (in_roster != roster.end())
        set_tag(name, in_roster->unknown);
    else
        std::erase_if(tags_, [&](const GameTag& tag) { return tag.name == name; });
}

void Game::set_result(PgnResult result) {
    result_ = result;
    set_tag("Result", to_string(result));
}

std::vector<NodeId> Game::path_to(NodeId id) const {
    std::vector<NodeId> path;
    for (; id != NodeId::root; id = node(id).parent) path.push_back(id);
    std::ranges::reverse(path);
    return path;
}

Position Game::position(NodeId id) const {
    Position position = start_;
    for (const NodeId step : path_to(id)) {
        if (const Move move = node(step).move; move.is_none())
            position.play_null();
        else
            position.play(move);
    }
    return position;
}

std::vector<NodeId> Game::main_line(NodeId from) const {
    std::vector<NodeId> line;
    for (NodeId id = node(from).first_child; id != NodeId::none; id = node(id).first_child)
        line.push_back(id);
    return line;
}

NodeId Game::child(NodeId parent, Move move) const {
    NodeId id = node(parent).first_child;
    while (id != NodeId::none && node(id).move != move) id = node(id).next_sibling;
    return id;
}

bool Game::is_main_line(NodeId id) const {
    for (; id != NodeId::root; id = node(id).parent)
        if (node(node(id).parent).first_child != id) return false;
    return true;
}

NodeId Game::add(NodeId parent, Move move) {
    const Position before = position(parent);
    const bool legal = move.is_none() ? !before.in_check() : before.is_legal(move);
    return legal ? append(parent, move) : NodeId::none;
}

NodeId Game::append(NodeId parent, Move move) {
    const auto id = static_cast<NodeId>(nodes_.size());
    nodes_.emplace_back();
    nodes_.back().move = move;
    nodes_.back().parent = parent;
    const NodeId previous = std::exchange(at(parent).last_child, id);
    (previous == NodeId::none ? at(parent).first_child : at(previous).next_sibling) = id;
    return id;
}

NodeId Game::previous_sibling(NodeId id) const {
    NodeId previous = NodeId::none;
    for (NodeId other = node(node(id).parent).first_child; other != id;
         other = node(other).next_sibling)
        previous = other;
    return previous;
}

// Takes the node out of its parent's children.
void Game::unlink(NodeId id) {
    Node& parent = at(at(id).parent);
    const NodeId previous = previous_sibling(id);
    const NodeId next = std::exchange(at(id).next_sibling, NodeId::none);
    (previous == NodeId::none ? parent.first_child : at(previous).next_sibling) = next;
    if (parent.last_child == id) parent.last_child = previous;
}

// Puts an unlinked node among its parent's children, before one of them.
void Game::insert_before(NodeId next, NodeId id) {
    const NodeId previous = previous_sibling(next);
    at(id).next_sibling = next;
    (previous == NodeId::none ? at(at(id).parent).first_child : at(previous).next_sibling) = id;
}

// What was said before the first move of a variation is said after the move before it, once the
// variation has become the line.
void Game::settle_comment_before(NodeId first_child) {
    if (first_child == NodeId::none) return;
    Node& node = at(first_child);
    if (node.comment_before.empty()) return;
    add_comment(at(node.parent).comment, node.comment_before);
    node.comment_before.clear();
}

void Game::remove(NodeId id) {
    if (id == NodeId::root) {
        at(id).first_child = at(id).last_child = NodeId::none;
        return;
    }
    unlink(id);
    settle_comment_before(at(at(id).parent).first_child);
}

void Game::promote(NodeId id) {
    if (id == NodeId::root) return;
    const NodeId previous = previous_sibling(id);
    if (previous == NodeId::none) return;
    unlink(id);
    insert_before(previous, id);
    settle_comment_before(at(at(id).parent).first_child);
}

void Game::make_first_child(NodeId id) {
    const NodeId first = at(at(id).parent).first_child;
    if (first == id) return;
    unlink(id);
    insert_before(first, id);
    settle_comment_before(id);
}

void Game::make_main_line(NodeId id) {
    for (; id != NodeId::root; id = at(id).parent) make_first_child(id);
}

void Game::set_nags(NodeId id, std::vector<std::uint8_t> nags) { at(id).nags = std::move(nags); }

void Game::set_comment(NodeId id, Annotations comment) { at(id).comment = std::move(comment); }

bool Game::operator==(const Game& other) const {
    if (tags_ != other.tags_ || start_ != other.start_ || result_ != other.result_) return false;
    std::vector<std::pair<NodeId, NodeId>> pairs{{NodeId::root, NodeId::root}};
    while (!pairs.empty()) {
        const auto [mine, its] = pairs.back();
        pairs.pop_back();
        if ((mine == NodeId::none) != (its == NodeId::none)) return false;
        if (mine == NodeId::none) continue;
        const Node& a = node(mine);
        const Node& b = other.node(its);
        if (a.move != b.move || a.nags != b.nags || a.comment_before != b.comment_before ||
            a.comment != b.comment)
            return false;
        pairs.emplace_back(a.next_sibling, b.next_sibling);
        pairs.emplace_back(a.first_child, b.first_child);
    }
    return true;
}

}  // namespace kibitz
