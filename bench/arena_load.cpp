// Load for an arena: so many games of chess at once, each with a move now and then, and how long it
// takes from sending a move until the opponent receives it. One thread; loopback only.
//
//     build/release/kibitz serve --port 8080 --data /tmp/load &
//     build/release/bench_arena_load 8080 GAMES MOVES_A_SECOND SECONDS [SPECTATORS [EVENTS]]
//     build/release/bench_arena_load 8080 EVENTS
//     build/release/bench_arena_load 8080 idle CONNECTIONS
//
// In place of a port, 8081,8082,8083 are those of fronts, over which the connections are spread.
//
// Spectators all watch the first game. At the end, and if the server ends in the middle, the number
// of the newest event received of each game is written into the file EVENTS, and the second form
// checks whether a server that came back has them all. The third opens connections and keeps them
// until the server ends. bench/arena-load and bench/arena-kills use all three.
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <queue>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

// Servers count connections, and registrations, by address.
constexpr std::size_t connections_per_address = 100;
constexpr std::size_t least_large_frame = 126;
// Rounds of four and six moves, so that no position is there for the fifth time before ply 97.
constexpr std::array white_moves{"g1f3", "f3g5", "g5h3", "h3g1"};
constexpr std::array black_moves{"b8c6", "c6d4", "d4e6", "e6c5", "c5a6", "a6b8"};

struct ServerEnded {};

struct Player {
    int socket = -1;
    std::string received;
};

struct Game {
    Player players[2];
    std::string id;
    int ply = 0;
    int round = 0;         // games between these two so far
    int newest_event = 0;  // the newest event's number
    bool is_on = false;
    Clock::time_point due;   // the next move, by plan
    Clock::time_point sent;  // the last one, in truth
};

struct Due {
    Clock::time_point time;
    std::size_t game;
    int round;
    bool operator>(const Due& other) const { return time > other.time; }
};

[[noreturn]] void die(const char* what) {
    std::perror(what);
    std::exit(1);
}

// Of the server, or of its fronts.
class Ports {
   public:
    explicit Ports(const std::string& list) {
        std::istringstream parts(list);
        for (std::string port; std::getline(parts, port, ',');)
            ports_.push_back(static_cast<std::uint16_t>(std::atoi(port.c_str())));
    }
    // For the client of that number. Each front has every kind of client.
    [[nodiscard]] std::uint16_t of(std::size_t number) const {
        return ports_[number % ports_.size()];
    }

   private:
    std::vector<std::uint16_t> ports_;
};

// Each process has a part of the loopback network of its own, so that several may run at once.
unsigned first_address() {
    constexpr unsigned parts = 250, bits_of_part = 16;
    return 1U + ((static_cast<unsigned>(::getpid()) % parts) << bits_of_part);
}

int connect_from(std::size_t number, const Ports& ports) {
    const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
    if (socket < 0) die("socket");
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK + first_address() +
                                    static_cast<unsigned>(number / connections_per_address));
    if (::bind(socket, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) die("bind");
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(ports.of(number));
    if (::connect(socket, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0)
        die("connect");
    const int yes = 1;
    ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    return socket;
}

void write(int socket, std::string_view bytes) {
    if (::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL) !=
        static_cast<ssize_t>(bytes.size()))
        throw ServerEnded();
}

constexpr char ping = '\x89';

std::string pong_to(std::string_view payload) {
    return std::string{'\x8a', static_cast<char>(0x80 | payload.size())} + std::string(4, '\0') +
           std::string(payload);
}

// A text frame with a mask that changes nothing.
void send_text(const Player& player, const std::string& text) {
    constexpr char final_text = '\x81';
    constexpr unsigned char masked = 0x80;
    std::string frame{final_text};
    if (text.size() < least_large_frame) {
        frame += static_cast<char>(masked | text.size());
    } else {
        frame += static_cast<char>(masked | least_large_frame);
        frame += static_cast<char>(text.size() >> 8);
        frame += static_cast<char>(text.size());
    }
    frame.append(4, '\0');
    write(player.socket, frame + text);
}

void upgrade(Player& player) {
    write(player.socket,
          "GET /arena HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
          "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
    char answer[1024];
    const ssize_t size = ::recv(player.socket, answer, sizeof answer, 0);
    if (size <= 0 || !std::string_view(answer, static_cast<std::size_t>(size)).contains(" 101 "))
        die("the server opens no WebSocket");
}

// What follows `"name":"` up to the next quote.
std::string value_of(std::string_view message, const std::string& name) {
    const std::string mark = "\"" + name + "\":\"";
    const std::size_t begin = message.find(mark);
    if (begin == std::string_view::npos) return {};
    message.remove_prefix(begin + mark.size());
    return std::string(message.substr(0, message.find('"')));
}

class Load {
   public:
    Load(const Ports& ports, std::size_t games, double moves_a_second)
        : games_(games),
          between_moves_(std::chrono::duration_cast<Clock::duration>(
              std::chrono::duration<double>(static_cast<double>(games) / moves_a_second))),
          epoll_(::epoll_create1(0)) {
        for (std::size_t n = 0; n < 2 * games; ++n) {
            Player& player = games_[n / 2].players[n % 2];
            player.socket = connect_from(n, ports);
            upgrade(player);
            epoll_event event{.events = EPOLLIN, .data = {.u64 = n}};
            ::epoll_ctl(epoll_, EPOLL_CTL_ADD, player.socket, &event);
            send_text(player, R"({"type":"register","name":"load)" + std::to_string(::getpid()) +
                                  "-" + std::to_string(n) + "\"}");
        }
    }

    void run_until(Clock::time_point end) {
        while (Clock::now() < end) {
            constexpr int most_events = 512;
            epoll_event events[most_events];
            const int count = ::epoll_wait(epoll_, events, most_events, 1);
            for (int i = 0; i < count; ++i) read(events[i].data.u64);
            while (!due_.empty() && due_.top().time <= Clock::now()) {
                Game& game = games_[due_.top().game];
                // Not a move of a game that was drawn meanwhile.
                if (game.round == due_.top().round) move(game);
                due_.pop();
            }
        }
    }
    // Connections from here on are spectators of the first game.
    void add_spectators(std::size_t count, const Ports& ports) {
        spectators_.resize(count);
        for (std::size_t n = 0; n < count; ++n) {
            const std::size_t number = 2 * games_.size() + n;
            spectators_[n].socket = connect_from(number, ports);
            upgrade(spectators_[n]);
            epoll_event event{.events = EPOLLIN, .data = {.u64 = number}};
            ::epoll_ctl(epoll_, EPOLL_CTL_ADD, spectators_[n].socket, &event);
            send_text(spectators_[n], R"({"type":"watch","game":")" + games_[0].id + "\"}");
        }
    }
    void write_newest_events(const char* path) const {
        std::ofstream file(path);
        for (const Game& game : games_)
            if (game.newest_event > 0) file << game.id << ' ' << game.newest_event << '\n';
    }
    std::vector<double> take_spectator_latencies() {
        std::ranges::sort(spectator_latencies_);
        return std::exchange(spectator_latencies_, {});
    }
    [[nodiscard]] std::size_t games_on() const {
        return static_cast<std::size_t>(std::ranges::count(games_, true, &Game::is_on));
    }
    // Of moves received since the last call, in milliseconds, sorted.
    std::vector<double> take_latencies() {
        std::ranges::sort(latencies_);
        return std::exchange(latencies_, {});
    }

   private:
    void read(std::size_t number) {
        const bool is_spectator = number >= 2 * games_.size();
        Player& player = is_spectator ? spectators_[number - 2 * games_.size()]
                                      : games_[number / 2].players[number % 2];
        char part[16384];
        const ssize_t size = ::recv(player.socket, part, sizeof part, 0);
        if (size <= 0) throw ServerEnded();
        player.received.append(part, static_cast<std::size_t>(size));
        std::string_view rest = player.received;
        for (;;) {
            if (rest.size() < 4) break;
            std::size_t header = 2, length = static_cast<unsigned char>(rest[1]);
            if (length == least_large_frame) {
                header = 4;
                length = static_cast<unsigned char>(rest[2]) * 256U +
                         static_cast<unsigned char>(rest[3]);
            }
            if (rest.size() < header + length) break;
            if (rest[0] == ping)
                write(player.socket, pong_to(rest.substr(header, length)));
            else if (is_spectator)
                watch(rest.substr(header, length));
            else
                receive(number, rest.substr(header, length));
            rest.remove_prefix(header + length);
        }
        player.received.erase(0, player.received.size() - rest.size());
    }

    void watch(std::string_view message) {
        if (!message.contains("\"type\":\"move\"")) return;
        const std::chrono::duration<double, std::milli> took = Clock::now() - games_[0].sent;
        spectator_latencies_.push_back(took.count());
    }

    void receive(std::size_t number, std::string_view message) {
        Game& game = games_[number / 2];
        if (const auto at = message.find("\"number\":"); at != std::string_view::npos)
            game.newest_event = std::atoi(message.data() + at + 9);
        const std::size_t side = number % 2;
        const auto contains = [&](std::string_view part) { return message.contains(part); };
        if (contains("\"type\":\"registered\"")) {
            if (side == 0) offer(game);
        } else if (side == 0 && contains("\"offer\":\"") && contains("\"type\":\"ok\"")) {
            send_text(game.players[1],
                      R"({"type":"accept","offer":")" + value_of(message, "offer") + "\"}");
        } else if (contains("\"type\":\"start\"")) {
            if (side == 0) return;
            game.id = value_of(message.substr(message.rfind("\"game\"")), "game");
            game.ply = 0;
            ++game.round;
            game.newest_event = 1;
            game.is_on = true;
            // The games' moves are spread over the time between two.
            game.due = Clock::now() + std::rand() % 1000 * between_moves_ / 1000;
            plan(game);
        } else if (contains("\"type\":\"end\"")) {
            game.is_on = false;
            if (side == 0) offer(game);
        } else if (contains("\"type\":\"move\"") &&
                   contains(side == 0 ? "\"side\":1" : "\"side\":0") &&
                   side == static_cast<std::size_t>(game.ply % 2)) {
            // The opponent's; an event about its own move may come after the reply to it.
            const auto took = Clock::now() - game.sent;
            latencies_.push_back(std::chrono::duration<double, std::milli>(took).count());
            // By plan and not by when it was sent: what was late once is not lost for ever.
            game.due += between_moves_;
            plan(game);
        } else if (contains("\"code\":\"gameOver\"")) {
            // The move crossed the end of its game, which is on the way.
        } else if (contains("\"error\"")) {
            std::fprintf(stderr, "%.*s\n", static_cast<int>(message.size()), message.data());
            std::exit(1);
        }
    }

    static void offer(const Game& game) {
        send_text(game.players[0],
                  R"({"type":"link","game":"chess","base":600000,"increment":1000,"side":0})");
    }
    void plan(const Game& game) {
        due_.push({game.due, static_cast<std::size_t>(&game - games_.data()), game.round});
    }
    static void move(Game& game) {
        if (!game.is_on) return;
        const int side = game.ply % 2;
        const auto turn = static_cast<std::size_t>(game.ply / 2);
        const char* const move = side == 0 ? white_moves[turn % white_moves.size()]
                                           : black_moves[turn % black_moves.size()];
        ++game.ply;
        game.sent = Clock::now();
        send_text(game.players[side],
                  R"({"type":"move","game":")" + game.id + R"(","move":{"uci":")" + move + "\"}}");
    }

    std::vector<Game> games_;
    const Clock::duration between_moves_;
    const int epoll_;
    std::priority_queue<Due, std::vector<Due>, std::greater<>> due_;
    std::vector<double> latencies_, spectator_latencies_;
    std::vector<Player> spectators_;
};

// What the server answers to a GET.
std::string get(std::size_t number, const Ports& ports, const std::string& path) {
    const int socket = connect_from(number, ports);
    write(socket, "GET " + path + " HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n");
    std::string answer;
    char part[16384];
    for (ssize_t size = 0; (size = ::recv(socket, part, sizeof part, 0)) > 0;)
        answer.append(part, static_cast<std::size_t>(size));
    ::close(socket);
    return answer;
}

// Moves in the server's log since it started, by its own count; an address of the generator's that
// has connections to spare asks. Nothing at a front, which does not count them.
std::optional<long> moves_committed(const Ports& ports) {
    constexpr std::size_t spare = 1'000'000;
    const std::string answer = get(spare, ports, "/metrics");
    constexpr std::string_view name = "\nkibitz_arena_moves_total ";
    const auto at = answer.find(name);
    if (at == std::string::npos) return std::nullopt;
    return std::atol(answer.c_str() + at + name.size());
}

// How many of the games lack an event that was received before; one, if none was received at all.
int count_lost(const Ports& ports, const char* path) {
    std::ifstream file(path);
    std::string id;
    int newest_event = 0, games = 0, lost = 0;
    while (file >> id >> newest_event) {
        const std::string answer =
            get(static_cast<std::size_t>(games++), ports, "/arena/games/" + id);
        const auto at = answer.rfind("\"number\":");
        const int number = at == std::string::npos ? 0 : std::atoi(answer.c_str() + at + 9);
        if (number >= newest_event) continue;
        ++lost;
        std::printf("game %s: event %d was received, %d is the last\n", id.c_str(), newest_event,
                    number);
    }
    std::printf("%d games looked at, %d have lost something\n", games, lost);
    return games == 0 ? 1 : lost;
}

// Opens WebSockets, says so, and stays until the server ends.
void stay_idle(const Ports& ports, std::size_t count) {
    std::vector<Player> idle(count);
    for (std::size_t n = 0; n < count; ++n) {
        idle[n].socket = connect_from(n, ports);
        upgrade(idle[n]);
    }
    std::printf("%zu idle connections\n", count);
    std::fflush(stdout);
    char part[256];
    while (::recv(idle[0].socket, part, sizeof part, 0) > 0);
}

double quantile(const std::vector<double>& sorted, double share) {
    return sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
}

}  // namespace

int main(int argc, char** argv) {
    const Ports ports(argc > 1 ? argv[1] : "0");
    if (argc == 3) return count_lost(ports, argv[2]) == 0 ? 0 : 1;
    rlimit files{};
    ::getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &files);
    if (argc == 4 && argv[2] == std::string_view("idle")) {
        stay_idle(ports, static_cast<std::size_t>(std::atoi(argv[3])));
        return 0;
    }
    if (argc < 5 || argc > 7) {
        std::fputs(
            "usage: bench_arena_load PORTS GAMES MOVES_A_SECOND SECONDS [SPECTATORS [EVENTS]]\n"
            "       bench_arena_load PORTS EVENTS\n"
            "       bench_arena_load PORTS idle CONNECTIONS\n",
            stderr);
        return 2;
    }
    const auto games = static_cast<std::size_t>(std::atoi(argv[2]));
    const auto seconds = std::chrono::seconds(std::atoi(argv[4]));
    const auto spectators = static_cast<std::size_t>(argc > 5 ? std::atoi(argv[5]) : 0);
    auto began = Clock::now();
    std::optional<long> committed_before;
    Load load(ports, games, std::atof(argv[3]));
    try {
        constexpr std::chrono::minutes patience{2};
        while (load.games_on() < games && Clock::now() < began + patience)
            load.run_until(Clock::now() + std::chrono::milliseconds(100));
        const std::chrono::duration<double> preparing = Clock::now() - began;
        std::printf("%zu connections and %zu games after %.1f s\n", 2 * games, load.games_on(),
                    preparing.count());
        std::fflush(stdout);
        load.add_spectators(spectators, ports);
        load.run_until(Clock::now() + std::chrono::seconds(1));
        load.take_latencies();
        load.take_spectator_latencies();
        committed_before = moves_committed(ports);
        began = Clock::now();
        load.run_until(began + seconds);
    } catch (const ServerEnded&) {
        std::puts("the server ended");
        if (argc > 6) load.write_newest_events(argv[6]);
        return 3;
    }
    const std::chrono::duration<double> took = Clock::now() - began;
    const std::optional<long> committed = moves_committed(ports);
    if (argc > 6) load.write_newest_events(argv[6]);
    const std::vector<double> latencies = load.take_latencies();
    if (latencies.empty()) {
        std::puts("no move was received");
        return 1;
    }
    std::printf("%zu moves received, %.0f a second", latencies.size(),
                static_cast<double>(latencies.size()) / took.count());
    if (committed && committed_before)
        std::printf("; %ld in the server's log, %.0f a second", *committed - *committed_before,
                    static_cast<double>(*committed - *committed_before) / took.count());
    std::printf("\nmove to opponent: median %.1f ms, 99%% %.1f ms, most %.1f ms\n",
                quantile(latencies, 0.5), quantile(latencies, 0.99), latencies.back());
    const std::vector<double> seen = load.take_spectator_latencies();
    if (!seen.empty())
        std::printf("%zu spectators: %zu moves seen, median %.1f ms, 99%% %.1f ms\n", spectators,
                    seen.size(), quantile(seen, 0.5), quantile(seen, 0.99));
    return 0;
}
