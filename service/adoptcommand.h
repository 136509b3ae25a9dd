// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/ids.h"

#include <QString>

namespace slipway {

namespace configuration {
struct BootSettings;
}
namespace operations {
struct AdoptionReport;
}

/// `slipwayd adopt`: the first day at a customer whose repository already holds bindings (see operations::Adoption). Works beside a
/// running service and without one: it brings the database up to date, and starts the private one where nobody runs it.
class AdoptCommand {
public:
    AdoptCommand(QString configFile, PartitionKey partition, bool isPlan, bool isJson);

    enum ExitCode {
        Done = 0, ///< Everything that stands where a binding would is in force.
        Remarks = 1, ///< The same, but for what the answer lists as trouble.
        WrongUse = 2, ///< Configuration, catalogue or partition.
        Unavailable = 3, ///< Database or forge.
        InTheWay = 4, ///< An active batch works on some of it; nothing was written. Try again when it has ended.
    };
    /// Prints the answer to standard output, troubles of its own to standard error. Blocks; main thread.
    int run();

    /// One line for --help.
    static QString description();

private:
    int adopt(const configuration::BootSettings &boot);
    void print(const operations::AdoptionReport &report) const;
    void printJson(const operations::AdoptionReport &report) const;

    QString m_configFile;
    PartitionKey m_partition;
    bool m_isPlan;
    bool m_isJson;
};

} // namespace slipway
