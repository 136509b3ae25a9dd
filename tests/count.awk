# SPDX-License-Identifier: GPL-3.0-only
# Reads what "ctest -V" printed and says "passed failed skipped", then the names that failed, one a line.
# A test is a slot of a Qt Test program, or a row of it where it has rows. A program that prints no slots, or that ends badly
# without naming one (crash, time limit, could not be started), counts as one.

FNR == 1 { file++ }

# "12: PASS   : TestClass::slot(row)"
/^[0-9]+: (PASS|FAIL!|SKIP|XPASS) *: / {
    program = file ":" ($1 + 0)
    spoke[program] = 1
    if ($2 == "PASS" && $0 ~ /::(initTestCase|cleanupTestCase)\(\)/)
        next
    name = $0
    sub(/^[0-9]+: [A-Z!]+ *: /, "", name)
    sub(/\) .*/, ")", name)
    if ($2 == "PASS") {
        passed++
    } else if ($2 == "SKIP") {
        skipped++
    } else {
        named[program] = 1
        if (!seen[program, name]++) {
            failed++
            names = names "\n    failed: " name
        }
    }
}

# "3/9 Test #12: tst_name ......   Passed    0.12 sec"
/^ *[0-9]+\/[0-9]+ Test +#[0-9]+: / {
    match($0, /#[0-9]+:/)
    program = file ":" (substr($0, RSTART + 1, RLENGTH - 2) + 0)
    if ($0 ~ / Passed +[0-9.]+ sec/) {
        if (!spoke[program])
            passed++
    } else if ($0 ~ /\*\*\*Skipped/) {
        if (!spoke[program])
            skipped++
    } else if (!named[program]) {
        failed++
        sub(/^ *[0-9]+\/[0-9]+ Test +#[0-9]+: /, "")
        names = names "\n    failed: " $0
    }
}

END { printf "%d %d %d%s\n", passed, failed, skipped, names }
