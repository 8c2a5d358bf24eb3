#include "net/detail/response_stream.hpp"

#include <algorithm>
#include <array>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/bind_handler.hpp>
#include <charconv>
#include <mutex>
#include <utility>

namespace kibitz::net::detail {

namespace {

constexpr std::size_t read_part = 512;
constexpr std::string_view last_chunk = "0\r\n\r\n";

// As a chunk begins with it (RFC 9112, 7.1).
std::string hexadecimal_of(std::size_t size) {
    constexpr int base = 16;
    std::array<char, 2 * sizeof size> digits{};
    char* const begin = digits.data();
    const char* const end = std::to_chars(begin, begin + digits.size(), size, base).ptr;
    return {digits.data(), static_cast<std::size_t>(end - begin)};
}

class ResponseStream final : public OpenConnection,
                             public std::enable_shared_from_this<ResponseStream> {
   public:
    ResponseStream(ResponseStart start, SharedState& shared)
        : shared_(shared),
          address_(std::move(start.address)),
          executor_(start.stream.get_executor()),
          admission_(std::move(start.admission)),
          handler_(std::move(start.handler)),
          stream_(std::move(start.stream)),
          is_chunked_(start.is_chunked),
          timer_(executor_) {}
    // First of all nobody else may find it any more.
    ~ResponseStream() override { admission_.reset(); }
    ResponseStream(const ResponseStream&) = delete;
    ResponseStream& operator=(const ResponseStream&) = delete;

    void run(std::string head);
    void shut_down() override { close(); }

   private:
    class HandlerSocket;

    // From any thread.
    void send(const SharedText& text);
    void close();

    void post_flush();
    void flush();
    void on_written(ErrorCode error, std::size_t size);
    void await_silence();
    void on_silence(ErrorCode error);
    void read();
    void on_read(ErrorCode error, std::size_t size);
    void cut_off();
    void finish();
    void on_finished(ErrorCode /*error*/) { end(); }
    void end();
    template <class Call>
    void notify(const Call& call);

    // A handler of an operation, which keeps this stream alive.
    template <class Method>
    auto then(Method method) {
        return beast::bind_front_handler(method, shared_from_this());
    }

    SharedState& shared_;
    const std::string address_;
    const Executor executor_;
    std::unique_ptr<Admission> admission_;
    std::shared_ptr<SocketHandler> handler_;  // null once it knows of the end
    Stream stream_;
    const bool is_chunked_;
    asio::steady_timer timer_;
    std::string writing_;  // what is being written; empty while nothing is
    std::array<char, read_part> discarded_{};
    std::mutex mutex_;  // guards the next four
    std::string waiting_;
    bool takes_more_ = true;
    bool flush_is_posted_ = false;
    bool is_cut_off_ = false;
    std::atomic<std::size_t> queued_bytes_ = 0;
};

// What a handler holds of its stream, which may be gone before the handler.
class ResponseStream::HandlerSocket final : public Socket {
   public:
    explicit HandlerSocket(std::weak_ptr<ResponseStream> stream) : stream_(std::move(stream)) {}
    void send(SharedText text) override {
        if (const auto stream = stream_.lock()) stream->send(text);
    }
    void close(CloseCode /*code*/, std::string /*reason*/) override {
        if (const auto stream = stream_.lock()) stream->close();
    }
    [[nodiscard]] std::size_t queued_bytes() const override {
        const auto stream = stream_.lock();
        return stream ? stream->queued_bytes_.load() : 0;
    }

   private:
    std::weak_ptr<ResponseStream> stream_;
};

void ResponseStream::run(std::string head) {
    admission_->pass_to(*this);
    stream_.expires_never();  // this is for reading; each writing has a time of its own
    read();
    waiting_ = std::move(head);
    queued_bytes_ = waiting_.size();
    flush();
    notify([this] { handler_->on_open(std::make_shared<HandlerSocket>(weak_from_this())); });
    if (shared_.is_stopping) close();
    await_silence();
}

template <class Call>
void ResponseStream::notify(const Call& call) {
    try {
        call();
    } catch (const std::exception& failure) {
        shared_.log({LogRecord::Level::error, "streamFailed", {{"why", failure.what()}}});
        close();
    }
}

void ResponseStream::send(const SharedText& text) {
    if (text->empty()) return;  // an empty chunk would be the last one
    const std::lock_guard lock(mutex_);
    if (!takes_more_) return;
    if (queued_bytes_ + text->size() > shared_.settings.most_queued_bytes) {
        takes_more_ = false;
        is_cut_off_ = true;
        shared_.log({LogRecord::Level::warning,
                     "cutOff",
                     {{"address", address_}, {"why", "does not read"}}});
        asio::post(executor_, [self = shared_from_this()] { self->cut_off(); });
        return;
    }
    const std::size_t before = waiting_.size();
    if (is_chunked_)
        waiting_ += hexadecimal_of(text->size()) + "\r\n" + *text + "\r\n";
    else
        waiting_ += *text;
    queued_bytes_ += waiting_.size() - before;
    post_flush();
}

void ResponseStream::close() {
    const std::lock_guard lock(mutex_);
    if (!std::exchange(takes_more_, false)) return;
    if (is_chunked_) waiting_ += last_chunk;
    post_flush();
}

// With the mutex held.
void ResponseStream::post_flush() {
    if (!std::exchange(flush_is_posted_, true))
        asio::post(executor_, [self = shared_from_this()] { self->flush(); });
}

void ResponseStream::flush() {
    if (!writing_.empty()) return;
    bool is_over = false;
    {
        const std::lock_guard lock(mutex_);
        flush_is_posted_ = false;
        if (is_cut_off_) return;
        writing_ = std::exchange(waiting_, {});
        is_over = !takes_more_;
    }
    if (writing_.empty()) return is_over ? finish() : void();
    stream_.expires_after(shared_.settings.request_timeout);
    asio::async_write(stream_, asio::buffer(writing_), then(&ResponseStream::on_written));
}

void ResponseStream::on_written(ErrorCode error, std::size_t /*size*/) {
    if (error) return end();
    queued_bytes_ -= std::min(queued_bytes_.load(), writing_.size());
    writing_.clear();
    await_silence();
    flush();
}

// Also tells that a client is gone who did not say so.
void ResponseStream::await_silence() {
    if (!handler_) return;
    timer_.expires_after(shared_.settings.empty_line_interval);
    timer_.async_wait(then(&ResponseStream::on_silence));
}

void ResponseStream::on_silence(ErrorCode error) {
    if (error || !handler_) return;
    send(std::make_shared<const std::string>("\n"));
}

void ResponseStream::read() {
    stream_.async_read_some(asio::buffer(discarded_), then(&ResponseStream::on_read));
}

// The client has nothing to say any more, but its leaving shows here.
void ResponseStream::on_read(ErrorCode error, std::size_t /*size*/) {
    if (error) return end();
    read();
}

void ResponseStream::cut_off() {
    if (handler_) notify([this] { handler_->on_cut_off(); });
    end();
}

void ResponseStream::finish() {
    if (!handler_) return;
    stream_.expires_after(shared_.settings.request_timeout);
    stream_.async_finish(then(&ResponseStream::on_finished));
}

void ResponseStream::end() {
    {
        const std::lock_guard lock(mutex_);
        takes_more_ = false;
        waiting_.clear();
    }
    timer_.cancel();
    stream_.close();
    if (const auto handler = std::exchange(handler_, nullptr)) notify([&] { handler->on_close(); });
}

}  // namespace

void serve_stream(ResponseStart start, SharedState& shared) {
    std::string head = std::move(start.head);
    std::make_shared<ResponseStream>(std::move(start), shared)->run(std::move(head));
}

}  // namespace kibitz::net::detail
