// Letters by a server, from `kibitz letter` on the computers of two people.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

#include "cli/command_child.hpp"
#include "cli/served.hpp"

using namespace kibitz::test;
namespace fs = std::filesystem;

namespace {

constexpr const char* secret = "Shall we play at eight under the old oak?";

struct Post {
    TemporaryFolder server_home, anna, ben;
    CommandChild server;
    std::string address;

    explicit Post(std::vector<std::string> options = {})
        : server(words(options), server_home.path()) {
        REQUIRE(server.wait_for("Ctrl-C"));
        address = "http://127.0.0.1:" + std::to_string(served_port(server));
        for (const TemporaryFolder* person : {&anna, &ben}) letter(*person, {"key", "--new"});
    }
    static std::vector<std::string> words(const std::vector<std::string>& options) {
        std::vector<std::string> all{"serve", "--port", "0", "--house-players", "none"};
        all.insert(all.end(), options.begin(), options.end());
        return all;
    }
    static Ended letter(const TemporaryFolder& home, std::vector<std::string> arguments,
                        std::string_view input = {}) {
        arguments.insert(arguments.begin(), "letter");
        return run_command(home, arguments, input);
    }
    Ended by_server(const TemporaryFolder& home, std::vector<std::string> arguments,
                    std::string_view input = {}) const {
        arguments.insert(arguments.end(), {"--server", address});
        return letter(home, arguments, input);
    }
    static std::string address_of(const TemporaryFolder& home) {
        const std::string output = letter(home, {"key"}).output;
        const std::size_t at = output.find("kz");
        return output.substr(at, output.find('\n') - at);
    }
    // All files of the server and the database.
    [[nodiscard]] std::string everything_kept() const {
        std::string all;
        for (const auto& entry : fs::recursive_directory_iterator(server_home.path())) {
            if (!entry.is_regular_file()) continue;
            std::ifstream file(entry.path(), std::ios::binary);
            all.append(std::istreambuf_iterator<char>(file), {});
        }
        return all;
    }
};

}  // namespace

TEST_CASE("a letter goes from Anna to Ben, and the server cannot read it") {
    const Post post;
    const std::string ben = Post::address_of(post.ben);
    const Ended early = post.by_server(post.anna, {"send", "--to", ben}, secret);
    CHECK(early.code == 1);
    CHECK(early.says("(noMailbox)"));

    CHECK(post.by_server(post.ben, {"inbox"}).says("There are no letters."));
    const Ended sent = post.by_server(post.anna, {"send", "--to", ben}, secret);
    CHECK_MESSAGE(sent.code == 0, sent.output);
    const Ended listed = post.by_server(post.ben, {"inbox"});
    CHECK(listed.says(Post::address_of(post.anna)));
    CHECK(!post.everything_kept().contains("old oak"));
    CHECK(post.everything_kept().contains(ben));

    const Ended read = post.by_server(post.ben, {"read", "1", "--delete"});
    CHECK_MESSAGE(read.code == 0, read.output);
    CHECK(read.says(secret));
    CHECK(read.says("from    " + Post::address_of(post.anna)));
    CHECK(post.by_server(post.ben, {"inbox"}).says("There are no letters."));
    CHECK(post.by_server(post.ben, {"read", "1"}).code == 1);
}

TEST_CASE("people say whose letters they take") {
    const Post post;
    const std::string ben = Post::address_of(post.ben);
    CHECK(post.by_server(post.ben, {"policy"}).says("letters from known"));
    CHECK(post.by_server(post.ben, {"policy", "friends"}).code == 2);
    CHECK(post.by_server(post.ben, {"policy", "nobody"}).says("letters from nobody"));
    CHECK(post.by_server(post.anna, {"send", "--to", ben}, secret).says("(notWanted)"));
    CHECK(post.by_server(post.ben, {"policy", "everybody"}).says("letters from everybody"));
    CHECK(post.by_server(post.anna, {"send", "--to", ben}, secret).code == 0);
}

TEST_CASE(
    "a waiting letter is saved as it was sealed, and copies of sent ones are for their sender") {
    const Post post;
    const std::string anna = Post::address_of(post.anna), ben = Post::address_of(post.ben);
    for (const TemporaryFolder* person : {&post.anna, &post.ben})
        CHECK(post.by_server(*person, {"inbox"}).code == 0);
    CHECK(Post::letter(post.anna, {"sent"}).says("There are no copies"));
    CHECK(post.by_server(post.anna, {"send", "--to", ben}, secret).code == 0);

    const std::string file = post.ben / "saved.letter";
    const Ended saved = post.by_server(post.ben, {"save", "1", "--out", file});
    CHECK_MESSAGE(saved.code == 0, saved.output);
    std::ostringstream sealed;
    sealed << std::ifstream(file, std::ios::binary).rdbuf();
    CHECK(sealed.str().contains(anna));
    CHECK(!sealed.str().contains("old oak"));
    CHECK(Post::letter(post.anna, {"verify", file}).says("from    " + anna));
    CHECK(Post::letter(post.anna, {"open", file}).says("(otherRecipient)"));
    CHECK(Post::letter(post.ben, {"open", file}).says(secret));
    CHECK(post.by_server(post.ben, {"save", "2"}).says("there is no letter 2"));

    const Ended listed = Post::letter(post.anna, {"sent"});
    CHECK(listed.says(ben));
    const std::size_t path = listed.output.find(post.anna.path().string());
    REQUIRE(path != std::string::npos);
    const std::string copy = listed.output.substr(path, listed.output.find('\n', path) - path);
    CHECK(Post::letter(post.anna, {"open", copy}).says(secret));
    CHECK(Post::letter(post.ben, {"open", copy}).says("(otherRecipient)"));
}

TEST_CASE("a letter to several people is one letter each, or none if one of them has no mailbox") {
    const Post post;
    const std::string anna = Post::address_of(post.anna), ben = Post::address_of(post.ben);
    CHECK(post.by_server(post.anna, {"inbox"}).code == 0);
    const std::vector<std::string> to_both{"send", "--to", anna, "--to", ben, "--no-copy"};
    const Ended early = post.by_server(post.anna, to_both, secret);
    CHECK(early.code == 1);
    CHECK(early.says(ben + ": "));
    CHECK(post.by_server(post.anna, {"inbox"}).says("There are no letters."));

    CHECK(post.by_server(post.ben, {"inbox"}).code == 0);
    const Ended sent = post.by_server(post.anna, to_both, secret);
    CHECK_MESSAGE(sent.code == 0, sent.output);
    CHECK(post.by_server(post.anna, {"read", "1"}).says(secret));
    CHECK(post.by_server(post.ben, {"read", "2"}).says(secret));
    CHECK(Post::letter(post.anna, {"sent"}).says("There are no copies"));
    CHECK(post.by_server(post.anna, {"send", "--to", ben, "--to", "kz"}, secret).code == 2);
}

TEST_CASE("a block works at once") {
    const Post post;
    const std::string anna = Post::address_of(post.anna), ben = Post::address_of(post.ben);
    CHECK(post.by_server(post.ben, {"block", anna}).code == 0);
    const Ended blocked = post.by_server(post.anna, {"send", "--to", ben}, secret);
    CHECK(blocked.code == 1);
    CHECK(blocked.says("(blocked)"));
    CHECK(post.by_server(post.ben, {"block", anna, "--undo"}).code == 0);
    CHECK(post.by_server(post.anna, {"send", "--to", ben}, secret).code == 0);
    CHECK(post.by_server(post.ben, {"block", "nobody"}).code == 2);
}

TEST_CASE("Ben reports a letter, and the operator reads it, bars Anna and closes the report") {
    const TemporaryFolder data;
    const Post post({"--data", data.path()});
    const std::string anna = Post::address_of(post.anna), ben = Post::address_of(post.ben);
    const auto admin = [&](std::vector<std::string> words) {
        words.insert(words.begin(), {"admin", "--data", data.path(), "letter"});
        return run_command(post.anna, words);
    };
    (void)post.by_server(post.ben, {"inbox"});
    CHECK(post.by_server(post.anna, {"send", "--to", ben}, secret).code == 0);
    CHECK(admin({"reports"}).says("none"));
    const Ended reported = post.by_server(post.ben, {"report", "1", "--note", "She insults me."});
    CHECK_MESSAGE(reported.code == 0, reported.output);
    CHECK(reported.says("The operator can now read this letter"));
    CHECK(post.by_server(post.ben, {"report", "1"}).says("(alreadyReported)"));
    CHECK(post.by_server(post.ben, {"report", "7"}).code == 1);
    const Ended list = admin({"reports"});
    CHECK_MESSAGE(list.says(secret), list.output);
    CHECK(list.says("She insults me."));
    CHECK(list.says(anna));
    CHECK(admin({"bar", anna}).code == 0);
    CHECK(post.by_server(post.anna, {"send", "--to", ben}, secret).says("(senderBarred)"));
    CHECK(admin({"bar", "anna"}).code == 1);
    CHECK(admin({"close", "1"}).code == 0);
    CHECK(admin({"close", "1"}).code == 1);
    CHECK(admin({"reports"}).says("none"));
    // Nothing is left of the text once the report is closed.
    std::ostringstream kept;
    kept << std::ifstream(data / "letters.db", std::ios::binary).rdbuf();
    CHECK(kept.str().contains(anna));
    CHECK(!kept.str().contains("old oak"));
}

TEST_CASE("the names of a key are listed, and none is brought back that it does not stand for") {
    const Post post;
    CHECK(post.by_server(post.anna, {"names"}).says("Nobody in this arena"));
    const Ended refused = post.by_server(post.anna, {"recover", "Anna"});
    CHECK(refused.code == 1);
    CHECK(refused.says("(notYourName)"));
}

TEST_CASE("letters outlive a server that is killed") {
    Post post;
    const std::string ben = Post::address_of(post.ben);
    CHECK(post.by_server(post.ben, {"inbox"}).code == 0);
    CHECK(post.by_server(post.anna, {"send", "--to", ben}, secret).code == 0);
    post.server.signal(SIGKILL);
    post.server.finish();
    CommandChild again(Post::words({}), post.server_home.path());
    REQUIRE(again.wait_for("Ctrl-C"));
    post.address = "http://127.0.0.1:" + std::to_string(served_port(again));
    CHECK(post.by_server(post.ben, {"read", "1"}).says(secret));
}

TEST_CASE("an operator can do without letters") {
    const Post post({"--letters", "0"});
    CHECK(post.by_server(post.ben, {"inbox"}).code == 1);
    CHECK(!fs::exists(post.server_home.path() / "data/kibitz/arena/letters.db"));
}

TEST_CASE("letters are in the operator's backup, still sealed, and another server delivers them") {
    const TemporaryFolder data, restored, backups;
    const std::string copy = backups / "letters.db";
    std::string ben;
    const auto admin = [&](const std::string& file) {
        return run_command(backups, {"admin", "--data", data.path(), "backup-letters", file});
    };
    TemporaryFolder ben_home;
    {
        const Post post({"--data", data.path()});
        ben = Post::address_of(post.ben);
        (void)post.by_server(post.ben, {"inbox"});
        CHECK(post.by_server(post.anna, {"send", "--to", ben}, secret).code == 0);
        const Ended saved = admin(copy);
        CHECK_MESSAGE(saved.code == 0, saved.output);
        CHECK(saved.says("letters"));
        CHECK(saved.says("1"));
        CHECK(admin(copy).says("is there already"));
        fs::copy(post.ben.path(), ben_home.path(),
                 fs::copy_options::recursive | fs::copy_options::overwrite_existing);
    }
    std::ostringstream bytes;
    bytes << std::ifstream(copy, std::ios::binary).rdbuf();
    CHECK(bytes.str().contains(ben));
    CHECK(!bytes.str().contains("old oak"));

    fs::create_directories(restored.path());
    fs::copy_file(copy, restored / "letters.db");
    const Post again({"--data", restored.path()});
    const Ended read = again.by_server(ben_home, {"read", "1"});
    CHECK_MESSAGE(read.code == 0, read.output);
    CHECK(read.says(secret));
}
