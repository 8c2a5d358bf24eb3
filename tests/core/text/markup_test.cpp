#include "text/markup.hpp"

#include "support/test.hpp"

using namespace kibitz::text;

TEST_CASE("text cannot end an element or an attribute") {
    CHECK(escaped("a < b && \"c\" > 'd'") == "a &lt; b &amp;&amp; &quot;c&quot; &gt; 'd'");
    CHECK(escaped("&amp;") == "&amp;amp;");
    CHECK(escaped("").empty());
}
