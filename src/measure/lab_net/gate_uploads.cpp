// Uploads: engines' sources and programs, which operators send and workers fetch in pieces.
#include <algorithm>
#include <utility>

#include "lab_net/clock.hpp"
#include "lab_net/gate.hpp"
#include "lab_net/upload_text.hpp"
#include "secrets/sodium_secrets.hpp"

namespace kibitz::lab_net {

namespace {

using nlohmann::json;

// Throws json's exceptions.
std::size_t count_in(const json& request, const char* field, std::size_t most) {
    const json& value = request.at(field);
    if (!value.is_number_integer() || value < 0 || value > most)
        throw json::other_error::create(
            0, std::string(field) + " is a whole number from 0 to " + std::to_string(most), &value);
    return value;
}

}  // namespace

// The bytes are kept until they are whole and what their hash says; only then are they stored. An
// operator has one upload at a time.
Gate::Answer Gate::upload(const std::string& by, const json& request) {
    const std::string hash = request.at("hash"), text = request.at("data");
    const std::size_t size = count_in(request, "bytes", most_upload_bytes);
    const std::size_t from = count_in(request, "from", most_upload_bytes);
    if (laboratory_.upload(hash) != nullptr) return json{{"have", size}, {"whole", true}};
    Upload& upload = uploads_[by];
    if (upload.hash != hash) upload = {.hash = hash, .bytes = {}};
    const auto data = bytes_of(text);
    if (!data) return std::unexpected(Refusal("the data cannot be read"));
    const bool is_limited = laboratory_.role_of(by) != lab::Role::operator_of_lab;
    if (is_limited && !uploaded_bytes_.take(by, now(), static_cast<double>(data->size())))
        return std::unexpected(too_much("uploads"));
    if (from == upload.bytes.size() && from + data->size() <= size) upload.bytes += *data;
    if (upload.bytes.size() < size) return json{{"have", upload.bytes.size()}, {"whole", false}};
    const std::string bytes = std::move(upload.bytes);
    uploads_.erase(by);
    if (secrets::SodiumSecrets("").sha256_hex(bytes) != hash)
        return std::unexpected(Refusal("the hash is not that of what was uploaded"));
    if (const auto stored = store_upload(hash, bytes, by); !stored)
        return std::unexpected(stored.error());
    return json{{"have", size}, {"whole", true}};
}

std::expected<void, Gate::Refusal> Gate::store_upload(const std::string& hash,
                                                      std::string_view bytes,
                                                      const std::string& by) {
    const auto pieces = static_cast<int>(
        std::max<std::size_t>(1, (bytes.size() + upload_piece_bytes - 1) / upload_piece_bytes));
    for (int piece = 0; piece < pieces; ++piece) {
        const auto from = static_cast<std::size_t>(piece) * upload_piece_bytes;
        if (auto stored = store(
                lab::UploadPiece{.hash = hash,
                                 .piece = piece,
                                 .pieces = pieces,
                                 .data = text_of_bytes(bytes.substr(from, upload_piece_bytes))},
                by);
            !stored)
            return stored;
    }
    return {};
}

Gate::Answer Gate::fetch(const std::string& name, const json& request) {
    const std::string hash = request.at("hash");
    const lab::Laboratory::Upload* const upload = laboratory_.upload(hash);
    const bool is_person = laboratory_.role_of(name) != lab::Role::worker;
    if (upload == nullptr || !(is_person || laboratory_.may_fetch(name, hash)))
        return std::unexpected(Refusal("no test that this key may play has such a content"));
    const std::size_t piece = count_in(request, "piece", upload->pieces.size() - 1);
    const auto text = journal_->read(*upload->pieces[piece]);
    if (!text) return std::unexpected(Refusal(text.error(), refusal_code::journal));
    const json fact = json::parse(*text, nullptr, /*allow_exceptions=*/false);
    if (!fact.is_object() || !fact.contains("data"))
        return std::unexpected(
            Refusal("the journal has something else there", refusal_code::journal));
    return json{{"data", fact.at("data")}, {"pieces", upload->pieces.size()}};
}

}  // namespace kibitz::lab_net
