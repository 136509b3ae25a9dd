// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QtGlobal>

#include <coroutine>
#include <exception>
#include <optional>
#include <utility>

namespace slipway::twin {

/// Thrown into every coroutine that waits for the clock when the world is reset or the program ends.
struct Cancelled { };

namespace detail {

struct FinalAwaiter {
    bool await_ready() const noexcept { return false; }
    template <class Promise>
    std::coroutine_handle<> await_suspend(std::coroutine_handle<Promise> self) const noexcept
    {
        const std::coroutine_handle<> next = self.promise().continuation;
        return next ? next : std::noop_coroutine();
    }
    void await_resume() const noexcept { }
};

struct PromiseBase {
    std::coroutine_handle<> continuation;
    std::exception_ptr failure;

    std::suspend_always initial_suspend() const noexcept { return {}; }
    FinalAwaiter final_suspend() const noexcept { return {}; }
    void unhandled_exception() noexcept { failure = std::current_exception(); }
};

template <class T>
struct Promise : PromiseBase {
    std::optional<T> value;

    template <class U>
    void return_value(U &&result)
    {
        value.emplace(std::forward<U>(result));
    }
    T take()
    {
        if (failure)
            std::rethrow_exception(failure);
        return std::move(*value);
    }
};

template <>
struct Promise<void> : PromiseBase {
    void return_void() const noexcept { }
    void take() const
    {
        if (failure)
            std::rethrow_exception(failure);
    }
};

} // namespace detail

/// A piece of work that reads like a function and waits (for Git, for the clock) without blocking the event loop. It
/// starts when it is awaited, runs in the main thread only, and hands its exception to whoever awaits it.
/// GCC 12 destroys twice what braces build inside a co_await expression: give such values a name first.
template <class T>
class [[nodiscard]] Task {
public:
    struct promise_type : detail::Promise<T> {
        Task get_return_object() { return Task(std::coroutine_handle<promise_type>::from_promise(*this)); }
    };

    explicit Task(std::coroutine_handle<promise_type> handle)
        : m_handle(handle)
    {
    }
    Task(Task &&other) noexcept
        : m_handle(std::exchange(other.m_handle, nullptr))
    {
    }
    Task &operator=(Task &&) = delete;
    Task(const Task &) = delete;
    Task &operator=(const Task &) = delete;
    ~Task()
    {
        if (m_handle)
            m_handle.destroy();
    }

    bool await_ready() const noexcept { return false; }
    std::coroutine_handle<> await_suspend(std::coroutine_handle<> caller) noexcept
    {
        m_handle.promise().continuation = caller;
        return m_handle;
    }
    T await_resume() { return m_handle.promise().take(); }

private:
    std::coroutine_handle<promise_type> m_handle;
};

/// Lets \a task run by itself, at once until its first wait. Cancelled ends it silently; any other exception is logged.
void spawn(Task<void> task);

} // namespace slipway::twin
