// What the ledger can do on one core: transfers, orders in a deep book, and lines that are
// verified. Times are those of the processor, which others on the machine do not make longer, and
// for the verifier also those of the clock on the wall.
//     bench_ledger_core [facts]
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>

#include "ledger/verifier.hpp"
#include "players/random.hpp"
#include "secrets/sodium_secrets.hpp"

using namespace kibitz;
using namespace kibitz::ledger;

namespace {

using Clock = std::chrono::steady_clock;

const Voucher hour = *Voucher::named("coaching-hour@Club"), book = *Voucher::named("book@Club");
constexpr std::int64_t player_count = 1'000;

// Of the processor, since the program began.
double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }
double microseconds_since(double began) { return 1e6 * (processor_seconds() - began); }

class Bench {
   public:
    explicit Bench(std::string* file) : file_(file) {
        apply(CreateVoucher{"an hour", "", hour, {1}});
        apply(CreateVoucher{"a book", "", book, {1}});
        for (std::int64_t number = 1; number <= player_count; ++number) {
            apply(Grant{1'000'000, {number}});
            for (const Voucher& token : {hour, book}) {
                apply(Deposit{{number}, {1'000'000, token}});
                apply(Act<Step::confirm_deposit>{ledger_.last(), {1}});
            }
        }
    }
    void apply(Fact fact) {
        const Entry entry = ledger_.next(std::move(fact), Time());
        if (!ledger_.apply(entry)) std::abort();
        if (file_ == nullptr) return;
        const std::string line = to_line(entry, head_);
        head_ = secrets_.sha256_hex(line);
        *file_ += line + "\n";
    }
    void transfer() { apply(Transfer<World::play>{any(), {1}, Stake<World::play>{1, points()}}); }
    void fill_book(int depth) {
        for (int order = 0; order < depth; ++order)
            apply(PlaceOrder{{1 + order / 50}, false, {1, hour}, {1 + order % 500, book}});
    }
    // One that is filled at once, and one that waits in the place of the other.
    void order() {
        const std::int64_t turn = ++turn_;
        apply(PlaceOrder{{201 + turn % 400}, true, {1, hour}, {500, book}});
        apply(PlaceOrder{{601 + turn % 400}, false, {1, hour}, {1 + turn % 500, book}});
    }
    void finish() {
        const std::int64_t facts = ledger_.last().number;
        *file_ += to_end_line(facts, head_, secrets_.sha256_hex(end_text(facts, head_))) + "\n";
    }
    [[nodiscard]] std::size_t depth() const { return ledger_.exchange().orders().size(); }

   private:
    Player any() { return {2 + static_cast<std::int64_t>(random_.below(player_count - 1))}; }

    std::string* file_;
    Ledger ledger_;
    players::Random random_{1};
    secrets::SodiumSecrets secrets_{""};
    Hash head_ = no_hash();
    std::int64_t turn_ = 0;
};

void verify(const std::string& file, int facts) {
    const secrets::SodiumSecrets secrets("");
    Verifier verifier([&](std::string_view text) { return secrets.sha256_hex(text); },
                      [&](std::string_view key, std::string_view text, std::string_view signature) {
                          return secrets.is_signed_by(key, text, signature);
                      });
    const double processor_began = processor_seconds();
    const auto began = Clock::now();
    std::string_view rest = file;
    while (!rest.empty()) {
        const auto end = rest.find('\n');
        if (!verifier.take(rest.substr(0, end))) std::abort();
        rest.remove_prefix(end + 1);
    }
    if (!verifier.finish()) std::abort();
    std::printf("%d facts verified in %.2f s of the processor, %.2f s on the wall\n", facts,
                processor_seconds() - processor_began,
                std::chrono::duration<double>(Clock::now() - began).count());
}

}  // namespace

int main(int argc, char** argv) {
    const int facts = argc > 1 ? std::atoi(argv[1]) : 1'000'000;
    if (facts < 1) {
        std::fprintf(stderr, "usage: bench_ledger_core [facts]\n");
        return 1;
    }
    constexpr int transfers = 200'000, orders = 30'000, book_depth = 10'000;
    {
        Bench bench(nullptr);
        const double began = processor_seconds();
        for (int i = 0; i < transfers; ++i) bench.transfer();
        std::printf("a transfer takes %.2f us\n", microseconds_since(began) / transfers);
        bench.fill_book(book_depth);
        const double opened = processor_seconds();
        for (int i = 0; i < orders; ++i) bench.order();
        std::printf("an order takes %.2f us in a book of %zu\n",
                    microseconds_since(opened) / (2 * orders), bench.depth());
    }
    std::string file;
    Bench bench(&file);
    for (int i = 0; i < facts; ++i) bench.transfer();
    bench.finish();
    verify(file, facts);
}
