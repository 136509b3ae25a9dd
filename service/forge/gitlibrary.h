// SPDX-License-Identifier: GPL-3.0-only
#pragma once

namespace slipway::forge {

/// The process-wide state of libgit2. Its options cannot be changed once threads use it, so they are all set here.
class GitLibrary {
public:
    /// Initialises it at the first call, at any time, from any thread; nobody shuts it down. Throws
    /// Error(InternalError).
    static void require();

private:
    GitLibrary();
};

} // namespace slipway::forge
