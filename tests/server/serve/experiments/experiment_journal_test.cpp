// The journal of experiments: killed, on a full disk, and as version 0.1 left it. Whatever is in
// the file, the server starts and has every fact that can be read.
#include "serve/experiments/experiment_journal.hpp"

#include <filesystem>

#include "support/journal_storm.hpp"

using namespace kibitz;
using namespace std::chrono_literals;
using experiments::Json;
using experiments::Records;
using serve::ExperimentJournal;
using test::bytes_of;
using test::TemporaryFolder;

namespace {

using Lines = std::vector<std::string>;

const experiments::Time begin{1'790'000'000s};
constexpr int visitors = 5;

// A start and so many first visits, each a fact.
std::vector<Json> some_facts() {
    const auto plan = experiments::read_plan("[experiment.a]\nthreshold = 1\ngoal = \"thanks\"\n");
    REQUIRE(plan);
    Records records;
    std::vector<Json> facts =
        records.start(*plan, "a", std::string(Records::key_bytes, 'k'), begin).value();
    for (int i = 0; i < visitors; ++i)
        for (const Json& fact : records.seen("visitor " + std::to_string(i), begin + 1s * i))
            facts.push_back(fact);
    REQUIRE(facts.size() == 1 + visitors);
    return facts;
}

Records records_in(const std::string& path) {
    ExperimentJournal journal(path);
    auto records = journal.open();
    REQUIRE_MESSAGE(records.has_value(), records.error());
    return *std::move(records);
}
Lines lines_of(const Records::Facts& facts) {
    Lines lines;
    for (const Json& fact : facts) lines.push_back(fact.dump());
    return lines;
}
std::string text_of(const Lines& lines) {
    std::string text;
    for (const std::string& line : lines) text += line + '\n';
    return text;
}

std::size_t units_in(const Records& records) {
    const experiments::Run* const run = records.find("a");
    return run == nullptr ? 0 : run->units.size();
}

}  // namespace

TEST_CASE("killed or out of room at every byte, and started again") {
    const std::vector<Json> facts = some_facts();
    test::storm_of_journals(
        {.write = [&](const std::string& path) -> std::size_t {
             ExperimentJournal journal(path);
             const auto records = journal.open();
             if (!records) return 0;
             std::size_t kept = records->facts().size();
             while (kept < facts.size()) {
                 journal.append({facts[kept]});
                 if (bytes_of(path).empty() || !bytes_of(path).contains(facts[kept].dump() + "\n"))
                     break;
                 ++kept;
             }
             return kept;
         },
         .read = [](const std::string& path) { return lines_of(records_in(path).facts()); }});
}

TEST_CASE("facts that have no room wait in order until there is some") {
    const std::vector<Json> facts = some_facts();
    const std::string all = text_of(lines_of(facts));
    const TemporaryFolder folder;
    for (std::size_t room = 0; room < all.size(); ++room) {
        CAPTURE(room);
        const std::string path = folder / "experiments.jsonl";
        std::filesystem::remove(path);
        ExperimentJournal journal(path);
        REQUIRE(journal.open());
        {
            const test::FullDisk full(room);
            for (std::size_t i = 0; i + 1 < facts.size(); ++i) journal.append({facts[i]});
        }
        const std::string kept = bytes_of(path);
        if (!all.starts_with(kept) || !(kept.empty() || kept.ends_with('\n')))
            FAIL_CHECK("the file is: " << kept);
        journal.append({facts.back()});
        CHECK(bytes_of(path) == all);
    }
}

TEST_CASE("what waits is written when the server ends") {
    const std::vector<Json> facts = some_facts();
    const TemporaryFolder folder;
    const std::string path = folder / "experiments.jsonl";
    {
        ExperimentJournal journal(path);
        REQUIRE(journal.open());
        const test::FullDisk full(0);
        journal.append(facts);
        journal.append_for_good({});
        CHECK(bytes_of(path).empty());
        CHECK_FALSE(journal.must_be_replaced());
    }  // the disk has room again first
    CHECK(bytes_of(path) == text_of(lines_of(facts)));
}

TEST_CASE("a file that could not be replaced is to be replaced") {
    const std::vector<Json> facts = some_facts();
    const TemporaryFolder folder;
    const std::string path = folder / "experiments.jsonl";
    ExperimentJournal journal(path);
    REQUIRE(journal.open());
    journal.append(facts);
    std::expected<void, std::string> replaced;
    {
        const test::FullDisk full(10);
        journal.append({facts.back()});
        replaced = journal.replace({facts[0], facts[1]});
    }
    REQUIRE(!replaced);
    CHECK(replaced.error() == path + ": File too large");
    CHECK(journal.must_be_replaced());
    CHECK(bytes_of(path) == text_of(lines_of(facts)));
    REQUIRE(journal.replace({facts[0], facts[1]}));
    CHECK_FALSE(journal.must_be_replaced());
    journal.append({facts[2]});  // and not what waited before
    CHECK(bytes_of(path) == text_of(lines_of({facts[0], facts[1], facts[2]})));
    CHECK(std::filesystem::status(path).permissions() ==
          (std::filesystem::perms::owner_read | std::filesystem::perms::owner_write));
}

// What a disk that was full once left behind in version 0.1: the half of a line and the next fact.
TEST_CASE("the half of a fact that is glued to another one costs no more than that half") {
    const Lines lines = lines_of(some_facts());
    const TemporaryFolder folder;
    for (std::size_t at = 0; at + 1 < lines.size(); ++at)
        for (std::size_t half = 1; half < lines[at].size(); half += at == 2 ? 1 : 13) {
            CAPTURE(at);
            CAPTURE(half);
            Lines glued = lines;
            glued[at] = glued[at].substr(0, half) + glued[at + 1];
            glued.erase(glued.begin() + static_cast<std::ptrdiff_t>(at) + 1);
            const std::string path = folder.write("experiments.jsonl", text_of(glued));
            const Records records = records_in(path);
            CHECK(units_in(records) == (at == 0 ? 0 : visitors - 1));
            CHECK(bytes_of(path) == text_of(glued));  // looked at, and nothing else
        }
}

TEST_CASE("a line that is no fact, or does not fit, costs no more than that line") {
    const Lines lines = lines_of(some_facts());
    const TemporaryFolder folder;
    const auto units_with = [&](const Lines& changed) {
        return units_in(records_in(folder.write("experiments.jsonl", text_of(changed))));
    };
    for (const std::string& bad :
         {std::string(), std::string("{}"), std::string("nonsense"), std::string("\"text\""),
          std::string("[[[[{\""), std::string("{\"fact\":7,\"time\":1}"),
          std::string(R"({"fact":"seen","name":"none","time":1})"),
          std::string(R"({"fact":"goal","name":"a","time":1,"unit":"1","goal":0,"value":1})"),
          std::string(100, '\0'), std::string(100'000, '{'), lines[0], lines[1]})
        for (std::size_t at = 0; at <= lines.size(); ++at) {
            CAPTURE(at);
            Lines more = lines;
            more.insert(more.begin() + static_cast<std::ptrdiff_t>(at), bad);
            CHECK(units_with(more) == visitors);
        }
    Lines zeros = lines;  // which a power cut leaves
    zeros[3] = std::string(100, '\0') + zeros[3];
    CHECK(units_with(zeros) == visitors);
    Lines lost = lines;
    lost.erase(lost.begin() + 1);
    CHECK(units_with(lost) == visitors - 1);
    lost.erase(lost.begin());  // the start, which all others need
    CHECK(units_with(lost) == 0);
}

TEST_CASE("a journal of version 0.1 that was on a full disk is read and goes on") {
    const TemporaryFolder folder;
    const std::string path = folder / "experiments.jsonl";
    std::filesystem::copy_file(test::source_dir() / "tests/data/experiments-0.1.jsonl", path);
    ExperimentJournal journal(path);
    auto records = journal.open();
    REQUIRE(records);
    CHECK(units_in(*records) == 9);  // the tenth is the half
    journal.append(records->seen("somebody else", begin + 1h));
    const std::string before = bytes_of(path);
    CHECK(ExperimentJournal(path).open().error() == path + ": another process is writing it");
    CHECK(bytes_of(path) == before);
}

TEST_CASE("what cannot be opened is an error") {
    const TemporaryFolder folder;
    CHECK_FALSE(ExperimentJournal(folder / "no" + "/such").open());
    CHECK_FALSE(ExperimentJournal(folder.path().string()).open());
    ExperimentJournal closed(folder / "experiments.jsonl");
    CHECK_FALSE(closed.replace({}));
}
