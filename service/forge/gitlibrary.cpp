// SPDX-License-Identifier: GPL-3.0-only
#include "service/forge/gitlibrary.h"

#include "service/forge/guardedstream.h"
#include "shared/error.h"

#include <git2.h>

namespace slipway::forge {

using namespace Qt::StringLiterals;

namespace {

// Trees of large flat folders do not fit the default limit, and every look-up would unpack them again: 30 ms instead
// of 1.6.
constexpr size_t largestCachedTree = 16u << 20;

void succeed(int rc, const char *what)
{
    if (rc < 0)
        throw Error(Code::InternalError, u"libgit2: %1 failed with %2"_s.arg(QLatin1StringView(what)).arg(rc));
}

} // namespace

GitLibrary::GitLibrary()
{
    succeed(git_libgit2_init(), "initialisation");
    succeed(git_libgit2_opts(GIT_OPT_SET_CACHE_OBJECT_LIMIT, GIT_OBJECT_TREE, largestCachedTree), "the cache limit");
    // Proxies, rewritten addresses and credential stores of whoever starts the service are not ours.
    for (const auto level :
         { GIT_CONFIG_LEVEL_SYSTEM, GIT_CONFIG_LEVEL_XDG, GIT_CONFIG_LEVEL_GLOBAL, GIT_CONFIG_LEVEL_PROGRAMDATA })
        succeed(git_libgit2_opts(GIT_OPT_SET_SEARCH_PATH, level, ""), "the search path");
    succeed(git_libgit2_opts(GIT_OPT_SET_USER_AGENT, "slipway"), "the user agent");
    succeed(registerGuardedStream(), "the guarded stream");
}

void GitLibrary::require() { static const GitLibrary library; }

} // namespace slipway::forge
