// The bodies of the kernels. kernels.cpp includes this once for each instruction set, in a
// namespace with `lane_count` (floats in a register) and `tile_vectors` (registers to hold a
// piece of a row of sums). No include guard: it is meant to be read several times.

typedef float Vector __attribute__((vector_size(lane_count * sizeof(float)), may_alias));

inline const Vector* vectors(const float* floats) {
    return reinterpret_cast<const Vector*>(floats);
}
inline Vector* vectors(float* floats) { return reinterpret_cast<Vector*>(floats); }

inline Vector clamped(Vector value) {
    const Vector zero = {}, one = zero + 1.0f;
    const Vector at_least_zero = value > zero ? value : zero;
    return at_least_zero < one ? at_least_zero : one;
}

inline float sum_of_lanes(const Vector* vector) {
    float sum = 0;
    for (int lane = 0; lane < lane_count; ++lane) sum += (*vector)[lane];
    return sum;
}

// sums = start + the rows listed; a tile of the sums at a time stays in registers.
template <int tile>
inline void add_rows(const float* rows, std::size_t hidden, const float* start,
                     const std::uint16_t* list, std::size_t count, float* sums) {
    constexpr std::size_t tile_floats = std::size_t{tile} * lane_count;
    for (std::size_t column = 0; column < hidden; column += tile_floats) {
        Vector sum[tile];
        for (int i = 0; i < tile; ++i) sum[i] = vectors(start + column)[i];
        for (std::size_t n = 0; n < count; ++n) {
            const Vector* row = vectors(rows + std::size_t{list[n]} * hidden + column);
            for (int i = 0; i < tile; ++i) sum[i] += row[i];
        }
        for (int i = 0; i < tile; ++i) vectors(sums + column)[i] = sum[i];
    }
}

inline void add_rows_any(const float* rows, std::size_t hidden, const float* start,
                         const std::uint16_t* list, std::size_t count, float* sums) {
    if (hidden % (std::size_t{tile_vectors} * lane_count) == 0)
        add_rows<tile_vectors>(rows, hidden, start, list, count, sums);
    else
        add_rows<tile_vectors / 4>(rows, hidden, start, list, count, sums);
}

// The hidden sums of a chunk, before the activation: the side to move's, then the other's.
inline void hidden_sums(const NetworkShape& shape, const float* parameters,
                        std::span<const Sample> chunk, KernelScratch& scratch) {
    const auto hidden = static_cast<std::size_t>(shape.hidden);
    const float* bias = parameters + shape.hidden_bias();
    for (std::size_t s = 0; s < chunk.size(); ++s) {
        SampleInputs& inputs = scratch.inputs[s];
        list_inputs(chunk[s], shape.king_map(), inputs);
        const auto count = static_cast<std::size_t>(inputs.count);
        float* sums = scratch.hidden.data() + 2 * s * hidden;
        add_rows_any(parameters, hidden, bias, inputs.own.data(), count, sums);
        add_rows_any(parameters, hidden, bias, inputs.their.data(), count, sums + hidden);
    }
}

// The output for the hidden sums of both views.
inline float output_of(const float* sums, const float* weights, std::size_t width, float bias) {
    Vector total = {};
    for (std::size_t i = 0; i < width / lane_count; ++i) {
        const Vector unit = clamped(vectors(sums)[i]);
        total += unit * unit * vectors(weights)[i];
    }
    return bias + sum_of_lanes(&total);
}

// From the derivative by the output: adds the output weights' gradient, and turns the hidden
// sums into the derivatives by them.
inline void go_back_through_output(float output_derivative, const float* weights, std::size_t width,
                                   float* sums, float* weight_gradient) {
    const Vector zero = {}, one = zero + 1.0f;
    const Vector derivative = zero + output_derivative;
    for (std::size_t i = 0; i < width / lane_count; ++i) {
        const Vector sum = vectors(sums)[i];
        const Vector unit = clamped(sum);
        const Vector scaled = derivative * unit;
        vectors(weight_gradient)[i] += scaled * unit;
        const Vector slope = (scaled + scaled) * vectors(weights)[i];
        vectors(sums)[i] = sum < one ? slope : zero;
    }
}

// Lists for each input the rows of hidden derivatives of the samples that have it, so that the
// gradient of one input's weights is added up in registers and written once a chunk.
inline void list_rows_by_input(const NetworkShape& shape, std::size_t samples,
                               KernelScratch& scratch) {
    std::uint32_t* end = scratch.input_end.data();
    for (int i = 0; i <= shape.inputs(); ++i) end[i] = 0;
    for (std::size_t s = 0; s < samples; ++s) {
        const SampleInputs& inputs = scratch.inputs[s];
        for (int i = 0; i < inputs.count; ++i) {
            ++end[inputs.own[static_cast<std::size_t>(i)] + 1];
            ++end[inputs.their[static_cast<std::size_t>(i)] + 1];
        }
    }
    for (int i = 0; i < shape.inputs(); ++i) end[i + 1] += end[i];
    for (std::size_t s = 0; s < samples; ++s) {
        const SampleInputs& inputs = scratch.inputs[s];
        const auto row = static_cast<std::uint16_t>(2 * s);
        for (int i = 0; i < inputs.count; ++i) {
            scratch.rows[end[inputs.own[static_cast<std::size_t>(i)]]++] = row;
            scratch.rows[end[inputs.their[static_cast<std::size_t>(i)]]++] =
                static_cast<std::uint16_t>(row + 1);
        }
    }
    // end[i] was the beginning of input i and has now moved to its end.
}

inline void add_input_gradients(const NetworkShape& shape, std::size_t samples,
                                KernelScratch& scratch, float* gradient) {
    const auto hidden = static_cast<std::size_t>(shape.hidden);
    list_rows_by_input(shape, samples, scratch);
    std::size_t begin = 0;
    for (int input = 0; input < shape.inputs(); ++input) {
        const std::size_t end = scratch.input_end[static_cast<std::size_t>(input)];
        if (end == begin) continue;
        float* row = gradient + shape.input_row(input);
        add_rows_any(scratch.hidden.data(), hidden, row, scratch.rows.data() + begin, end - begin,
                     row);
        begin = end;
    }
    float* bias = gradient + shape.hidden_bias();
    for (std::size_t i = 0; i < 2 * samples; ++i) scratch.rows[i] = static_cast<std::uint16_t>(i);
    add_rows_any(scratch.hidden.data(), hidden, bias, scratch.rows.data(), 2 * samples, bias);
}

inline int bucket_of(const NetworkShape& shape, const SampleInputs& inputs) {
    return nnue::output_bucket(inputs.count, shape.buckets);
}

// ---------------------------------------------------------------------------------------------
// Layers behind products

// The part of a product's integers: it is cut to 9 bits of which product_one stands for 1.0.
constexpr float product_scale =
    static_cast<float>(nnue::hidden_one) * static_cast<float>(nnue::hidden_one) /
    static_cast<float>(nnue::product_one << nnue::product_shift);

// One bucket's parameters or gradient, or their derivatives.
template <class Float>
struct LayerParameters {
    LayerParameters(const NetworkShape& shape, Float* all, int bucket)
        : first_weights(all + shape.first_row(bucket)),
          first_biases(all + shape.first_bias(bucket)),
          second_weights(all + shape.second_row(bucket)),
          second_biases(all + shape.second_bias(bucket)),
          output_weights(all + shape.output_row(bucket)),
          output_bias(all + shape.output_bias() + static_cast<std::size_t>(bucket)) {}

    Float* first_weights;   // [first_layer_size][hidden]
    Float* first_biases;    // [first_layer_size]
    Float* second_weights;  // [second_layer_size][second_layer_inputs]
    Float* second_biases;   // [second_layer_size]
    Float* output_weights;  // [second_layer_size]
    Float* output_bias;
};

// What a sample's layers hold.
struct LayerUnits {
    alignas(64) float first[nnue::second_layer_inputs];  // clipped, then their squares
    alignas(64) float second[nnue::second_layer_size];   // clipped
    bool first_has_slope[nnue::first_layer_size];
    bool second_has_slope[nnue::second_layer_size];
};

inline float dot(const float* a, const float* b, std::size_t size) {
    Vector total = {};
    for (std::size_t i = 0; i < size / lane_count; ++i) total += vectors(a)[i] * vectors(b)[i];
    return sum_of_lanes(&total);
}

// to += factor * from
inline void add_multiple(float factor, const float* from, std::size_t size, float* to) {
    const Vector factors = Vector{} + factor;
    for (std::size_t i = 0; i < size / lane_count; ++i) vectors(to)[i] += factors * vectors(from)[i];
}

// The products of each view's halves: `hidden` of them in all.
inline void multiply_halves(const float* sums, std::size_t hidden, float* products) {
    const std::size_t half = hidden / 2;
    for (std::size_t view = 0; view < 2; ++view)
        for (std::size_t i = 0; i < half; i += lane_count) {
            const float* unit = sums + view * hidden + i;
            *vectors(products + view * half + i) =
                clamped(*vectors(unit)) * clamped(*vectors(unit + half)) * product_scale;
        }
}

// The derivative by a sum, which has a slope between 0 and 1 alone.
inline Vector where_sloped(Vector sum, Vector derivative) {
    const Vector zero = {}, one = zero + 1.0f;
    const Vector below_one = sum < one ? derivative : zero;
    return sum > zero ? below_one : zero;
}

// From the derivatives by the products to those by the sums, which they replace.
inline void go_back_through_products(const float* derivatives, std::size_t hidden, float* sums) {
    const std::size_t half = hidden / 2;
    for (std::size_t view = 0; view < 2; ++view)
        for (std::size_t i = 0; i < half; i += lane_count) {
            Vector& first = *vectors(sums + view * hidden + i);
            Vector& second = *vectors(sums + view * hidden + half + i);
            const Vector derivative = *vectors(derivatives + view * half + i) * product_scale;
            const Vector by_first = derivative * clamped(second);
            const Vector by_second = derivative * clamped(first);
            first = where_sloped(first, by_first);
            second = where_sloped(second, by_second);
        }
}

inline float clip_unit(float sum, bool& has_slope) {
    has_slope = sum > 0 && sum < 1;
    return sum < 0 ? 0.0f : sum > 1 ? 1.0f : sum;
}

// The first layer's sums: several units at a time, so that no sum waits for its own last addition
// and each product is loaded once for all of them.
inline void first_layer_sums(const LayerParameters<const float>& layers, const float* products,
                             std::size_t hidden, float* sums) {
    constexpr std::size_t group = 8;
    static_assert(nnue::first_layer_size % group == 0);
    for (std::size_t first = 0; first < nnue::first_layer_size; first += group) {
        const float* rows = layers.first_weights + first * hidden;
        Vector totals[group] = {};
        for (std::size_t i = 0; i < hidden; i += lane_count) {
            const Vector product = *vectors(products + i);
            for (std::size_t n = 0; n < group; ++n)
                totals[n] += *vectors(rows + n * hidden + i) * product;
        }
        for (std::size_t n = 0; n < group; ++n)
            sums[first + n] = layers.first_biases[first + n] + sum_of_lanes(&totals[n]);
    }
}

inline float output_of_layers(const LayerParameters<const float>& layers, const float* products,
                              std::size_t hidden, LayerUnits& units) {
    using nnue::first_layer_size, nnue::second_layer_size, nnue::second_layer_inputs;
    float first_sums[first_layer_size];
    first_layer_sums(layers, products, hidden, first_sums);
    for (std::size_t i = 0; i < first_layer_size; ++i) {
        const float unit = clip_unit(first_sums[i], units.first_has_slope[i]);
        units.first[i] = unit;
        units.first[first_layer_size + i] = unit * unit;
    }
    for (std::size_t i = 0; i < second_layer_size; ++i) {
        const float sum = layers.second_biases[i] +
                          dot(layers.second_weights + i * second_layer_inputs, units.first,
                              second_layer_inputs);
        units.second[i] = clip_unit(sum, units.second_has_slope[i]);
    }
    return *layers.output_bias + dot(layers.output_weights, units.second, second_layer_size);
}

// From the derivative by the output: adds the gradient of the bucket's parameters, and sets the
// derivatives by the products.
inline void go_back_through_layers(float output_derivative,
                                   const LayerParameters<const float>& layers,
                                   const float* products, std::size_t hidden,
                                   const LayerUnits& units, const LayerParameters<float>& gradient,
                                   float* product_derivatives) {
    using nnue::first_layer_size, nnue::second_layer_size, nnue::second_layer_inputs;
    *gradient.output_bias += output_derivative;
    add_multiple(output_derivative, units.second, second_layer_size, gradient.output_weights);

    alignas(64) float by_first[second_layer_inputs] = {};
    for (std::size_t i = 0; i < second_layer_size; ++i) {
        if (!units.second_has_slope[i]) continue;
        const float derivative = output_derivative * layers.output_weights[i];
        const std::size_t row = i * second_layer_inputs;
        gradient.second_biases[i] += derivative;
        add_multiple(derivative, units.first, second_layer_inputs, gradient.second_weights + row);
        add_multiple(derivative, layers.second_weights + row, second_layer_inputs, by_first);
    }

    const float* weights[first_layer_size];
    float* gradients[first_layer_size];
    float derivatives[first_layer_size];
    std::size_t sloped = 0;
    for (std::size_t i = 0; i < first_layer_size; ++i) {
        if (!units.first_has_slope[i]) continue;
        weights[sloped] = layers.first_weights + i * hidden;
        gradients[sloped] = gradient.first_weights + i * hidden;
        derivatives[sloped] = by_first[i] + 2 * units.first[i] * by_first[first_layer_size + i];
        gradient.first_biases[i] += derivatives[sloped++];
    }
    for (std::size_t i = 0; i < hidden; i += lane_count) {
        const Vector product = *vectors(products + i);
        Vector by_product = {};
        for (std::size_t n = 0; n < sloped; ++n) {
            *vectors(gradients[n] + i) += derivatives[n] * product;
            by_product += derivatives[n] * *vectors(weights[n] + i);
        }
        *vectors(product_derivatives + i) = by_product;
    }
}

// ---------------------------------------------------------------------------------------------
// Both kinds of output

// One sample's output from its hidden sums; what a gradient will need stays in scratch and units.
inline float output_of_sample(const NetworkShape& shape, const float* parameters, int bucket,
                              const float* sums, KernelScratch& scratch, LayerUnits& units) {
    const auto hidden = static_cast<std::size_t>(shape.hidden);
    if (!shape.has_layers())
        return output_of(sums, parameters + shape.output_row(bucket), 2 * hidden,
                         parameters[shape.output_bias() + static_cast<std::size_t>(bucket)]);
    multiply_halves(sums, hidden, scratch.products.data());
    return output_of_layers({shape, parameters, bucket}, scratch.products.data(), hidden, units);
}

// Adds the gradient of the output's parameters, and turns the hidden sums into derivatives by them.
inline void go_back_through_sample(const NetworkShape& shape, const float* parameters, int bucket,
                                   float output_derivative, float* sums, KernelScratch& scratch,
                                   const LayerUnits& units, float* gradient) {
    const auto hidden = static_cast<std::size_t>(shape.hidden);
    if (!shape.has_layers()) {
        gradient[shape.output_bias() + static_cast<std::size_t>(bucket)] += output_derivative;
        go_back_through_output(output_derivative, parameters + shape.output_row(bucket), 2 * hidden,
                               sums, gradient + shape.output_row(bucket));
        return;
    }
    go_back_through_layers(output_derivative, {shape, parameters, bucket}, scratch.products.data(),
                           hidden, units, {shape, gradient, bucket},
                           scratch.product_derivatives.data());
    go_back_through_products(scratch.product_derivatives.data(), hidden, sums);
}

inline double add_chunk_gradient(const NetworkShape& shape, const float* parameters,
                                 std::span<const Sample> chunk, const float* targets,
                                 float loss_scale, KernelScratch& scratch, float* gradient) {
    const auto width = static_cast<std::size_t>(2 * shape.hidden);
    hidden_sums(shape, parameters, chunk, scratch);
    double loss = 0;
    LayerUnits units;
    for (std::size_t s = 0; s < chunk.size(); ++s) {
        const int bucket = bucket_of(shape, scratch.inputs[s]);
        float* sums = scratch.hidden.data() + s * width;
        const float output = output_of_sample(shape, parameters, bucket, sums, scratch, units);
        const float expected = 1.0f / (1.0f + __builtin_expf(-output));
        const float error = expected - targets[s];
        loss += static_cast<double>(error * error);
        const float derivative = loss_scale * 2.0f * error * expected * (1.0f - expected);
        go_back_through_sample(shape, parameters, bucket, derivative, sums, scratch, units,
                               gradient);
    }
    add_input_gradients(shape, chunk.size(), scratch, gradient);
    return loss;
}

double add_gradient(const NetworkShape& shape, const float* parameters,
                    std::span<const Sample> samples, const float* targets, float loss_scale,
                    KernelScratch& scratch, float* gradient) {
    double loss = 0;
    for (std::size_t at = 0; at < samples.size(); at += chunk_samples) {
        const std::size_t size = samples.size() - at;
        loss += add_chunk_gradient(shape, parameters,
                                   samples.subspan(at, size < chunk_samples ? size : chunk_samples),
                                   targets + at, loss_scale, scratch, gradient);
    }
    return loss;
}

void evaluate(const NetworkShape& shape, const float* parameters, std::span<const Sample> samples,
              KernelScratch& scratch, float* outputs) {
    const auto width = static_cast<std::size_t>(2 * shape.hidden);
    LayerUnits units;
    for (std::size_t at = 0; at < samples.size(); at += chunk_samples) {
        const std::size_t left = samples.size() - at;
        const std::size_t size = left < chunk_samples ? left : chunk_samples;
        hidden_sums(shape, parameters, samples.subspan(at, size), scratch);
        for (std::size_t s = 0; s < size; ++s)
            outputs[at + s] =
                output_of_sample(shape, parameters, bucket_of(shape, scratch.inputs[s]),
                                 scratch.hidden.data() + s * width, scratch, units);
    }
}

inline Vector square_root(Vector value) {
#if __has_builtin(__builtin_elementwise_sqrt)
    return __builtin_elementwise_sqrt(value);
#else
    for (int lane = 0; lane < lane_count; ++lane) value[lane] = __builtin_sqrtf(value[lane]);
    return value;
#endif
}

void adam(const AdamStep& step, std::span<float* const> gradients, std::size_t begin,
          std::size_t end, float* parameters, float* first_moment, float* second_moment) {
    constexpr float tiny = 1e-8f;
    const Vector zero = {}, highest = zero + step.limit, lowest = zero - step.limit;
    for (std::size_t at = begin; at < end; at += lane_count) {
        Vector gradient = zero;
        for (float* slice : gradients) {
            gradient += *vectors(slice + at);
            *vectors(slice + at) = zero;
        }
        Vector& parameter = *vectors(parameters + at);
        Vector& first = *vectors(first_moment + at);
        Vector& second = *vectors(second_moment + at);
        first += (1 - step.first_decay) * (gradient - first);
        second += (1 - step.second_decay) * (gradient * gradient - second);
        const Vector change =
            first * step.first_scale / (square_root(second * step.second_scale) + tiny);
        Vector moved = parameter - step.learning_rate * (change + step.weight_decay * parameter);
        moved = moved < highest ? moved : highest;
        parameter = moved > lowest ? moved : lowest;
    }
}
