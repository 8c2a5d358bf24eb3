#include "uci/client/xboard_features.hpp"

#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::uci_client;

namespace {

// The features after a line, and the names of those refused.
struct Result {
    XboardFeatures features;
    std::string refused;
};

Result read(std::string_view line) {
    Result result;
    const auto list = parse_feature_line(line);
    REQUIRE(list.has_value());
    for (const Feature& feature : *list)
        if (!apply(result.features, feature)) result.refused += feature.name + " ";
    return result;
}

}  // namespace

TEST_CASE("before an engine has said anything, version 1 holds") {
    const XboardFeatures features;
    CHECK(!features.ping);
    CHECK(!features.set_board);
    CHECK(!features.user_move);
    CHECK(features.time);
    CHECK(features.reuse);
    CHECK(features.colors);
    CHECK(!features.done.has_value());
    CHECK(features.has_variant("normal"));
    CHECK(!features.has_variant("fischerandom"));
}

TEST_CASE("features come several in a line, quoted or not") {
    const Result result = read(
        "feature  myname=\"Some = Engine 1.0\" ping=1 setboard=1\tcolors=0 time=0 "
        "variants=\"normal, fischerandom\" smp=1 reuse=0 done=0");
    CHECK(result.refused.empty());
    CHECK(result.features.name == "Some = Engine 1.0");
    CHECK(result.features.ping);
    CHECK(result.features.set_board);
    CHECK(!result.features.colors);
    CHECK(!result.features.time);
    CHECK(result.features.cores);
    CHECK(!result.features.reuse);
    CHECK(result.features.has_variant("fischerandom"));
    CHECK(!result.features.has_variant("fischer"));
    CHECK(result.features.done == false);
    CHECK(read("feature done=1").features.done == true);
}

TEST_CASE("what is wrong in a feature line is refused, and the rest holds") {
    CHECK(!parse_feature_line("features ping=1").has_value());
    CHECK(!parse_feature_line("tellics set 1 feature ping=1").has_value());
    CHECK(parse_feature_line("feature")->empty());

    Result result = read("feature ping=yes telepathy=1 setboard san=1 =1 done=2 usermove=");
    CHECK(result.refused == "ping telepathy setboard  done usermove ");
    CHECK(!result.features.ping);
    CHECK(!result.features.set_board);
    CHECK(result.features.san);
    CHECK(!result.features.done.has_value());

    result = read("feature ping=1 myname=\"no end");
    CHECK(result.refused == "myname ");
    CHECK(result.features.ping);
    CHECK(result.features.name.empty());
    // A refused value changes nothing that held before.
    CHECK(read("feature reuse=2").features.reuse);
}

TEST_CASE("features that mean nothing here are known all the same") {
    CHECK(read("feature sigint=0 sigterm=0 analyze=1 playother=1 debug=1").refused.empty());
}

TEST_CASE("options of every kind") {
    const Result result = read(
        "feature option=\"Claim draw after -spin 50 0 200\" option=\"Non-check -check 1\" "
        "option=\"Style -combo Solid /// *Wild one /// Mad\" option=\"Clear Hash -button\" "
        "option=\"Weight -slider 20 0 100\" option=\"Book File -file /a b/c -d\"");
    CHECK(result.refused.empty());
    const auto& options = result.features.options;
    REQUIRE(options.size() == 6);
    CHECK(options[0].name == "Claim draw after");
    CHECK(options[0].type == OptionType::spin);
    CHECK(options[0].default_value == "50");
    CHECK(options[0].max == 200);
    CHECK(options[1].name == "Non-check");
    CHECK(options[1].type == OptionType::check);
    CHECK(options[1].default_value == "true");
    CHECK(options[2].choices == std::vector<std::string>{"Solid", "Wild one", "Mad"});
    CHECK(options[2].default_value == "Wild one");
    CHECK(options[3].type == OptionType::button);
    CHECK(options[4].type == OptionType::spin);
    CHECK(options[5].default_value == "/a b/c -d");
}

TEST_CASE("options that cannot be read are refused") {
    for (const char* bad : {"", "Name", "Name -knob 1", " -spin 1 0 2", "Name -spin 1", "-check 1",
                            "Name -spin a b c"}) {
        CAPTURE(bad);
        CHECK(!parse_xboard_option(bad).has_value());
    }
}
