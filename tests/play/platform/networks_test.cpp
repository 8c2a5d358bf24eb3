#include "platform/networks.hpp"

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "platform/engine.hpp"
#include "platform/files.hpp"
#include "support/test.hpp"

using namespace kibitz;

namespace {

std::uint64_t nodes_of(Engine& engine) {
    engine.new_game();
    engine.think({.depth = 8});
    return engine.nodes();
}

}  // namespace

TEST_CASE("the network in the program can be read, and says how it was made") {
    const LoadedNetwork& builtin = builtin_network();
    REQUIRE(builtin.network != nullptr);
    CHECK_FALSE(builtin.network->training().empty());
    CHECK(builtin.network == builtin_network().network);
}

TEST_CASE("a file is read, and damaged ones are refused with their name") {
    const std::string path =
        (std::filesystem::temp_directory_path() / ("kibitz-" + std::to_string(getpid()) + ".nnue"))
            .string();
    const std::vector<std::byte>& good = builtin_network().file;
    REQUIRE(write_file(path, {good}));
    const auto loaded = load_network(path);
    REQUIRE(loaded.has_value());
    CHECK(loaded->network->hash() == builtin_network().network->hash());
    CHECK(loaded->file == good);

    std::vector<std::byte> damaged = good;
    damaged[good.size() / 2] ^= std::byte{1};
    REQUIRE(write_file(path, {damaged}));
    CHECK(load_network(path).error() == path + ": the file is damaged (its hash does not fit)");
    REQUIRE(write_file(path, {std::span(good).first(good.size() / 2)}));
    CHECK(load_network(path).error() == path + ": the file is cut off");
    REQUIRE(write_file(path, {}));
    CHECK(load_network(path).error().starts_with(path + ": "));
    std::filesystem::remove(path);
    CHECK(load_network(path).error().starts_with(path + ": "));
    CHECK(load_network("/").error() == "/: not a file");
}

TEST_CASE("an engine thinks with the network it is given, and with none as before") {
    Engine engine;
    engine.set_network(nullptr);
    const std::uint64_t by_hand = nodes_of(engine);
    engine.set_network(builtin_network().network);
    const std::uint64_t by_network = nodes_of(engine);
    CHECK(by_network != by_hand);
    CHECK(nodes_of(engine) == by_network);
    engine.set_network(nullptr);
    CHECK(nodes_of(engine) == by_hand);
    // Nobody else keeps this one.
    engine.set_network(nnue::Network::load(builtin_network().file).value());
    CHECK(nodes_of(engine) == by_network);
}
