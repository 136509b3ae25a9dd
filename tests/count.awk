# SPDX-License-Identifier: GPL-3.0-only
# Reads what "ctest -V" printed and says "passed failed skipped", then the names that failed, one a line, each with what its test said.
# A test is a slot of a Qt Test program, or a row of it where it has rows. A program that prints no slots, or that ends badly
# without naming one (crash, time limit, could not be started), counts as one.

FNR == 1 { file++ }

# "12: PASS   : TestClass::slot(row)"
/^[0-9]+: (PASS|FAIL!|SKIP|XPASS) *: / {
    program = file ":" ($1 + 0)
    spoke[program] = 1
    if ($2 == "PASS" && $0 ~ /::(initTestCase|cleanupTestCase)\(\)/)
        next
    message = $0
    sub(/^[0-9]+: [A-Z!]+ *: /, "", message)
    name = message
    sub(/\) .*/, ")", name)
    if ($2 == "PASS") {
        passed++
    } else if ($2 == "SKIP") {
        skipped++
    } else {
        named[program] = 1
        if (!seen[program, name]++) {
            failed++
            name_of[failed] = name
        }
        said[failed] = said[failed] "\n        " substr(message, length(name) + 2, 400)
        following[program] = failed
        lines[failed] = 0
        next
    }
    following[program] = 0
}

# What a test says of its failure stands behind it; the output of others stands between.
/^[0-9]+: / && following[file ":" ($1 + 0)] {
    number = following[file ":" ($1 + 0)]
    if (++lines[number] <= 6) {
        sub(/^[0-9]+: */, "")
        said[number] = said[number] "\n        " substr($0, 1, 400)
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
        name_of[failed] = $0
    }
}

END {
    printf "%d %d %d\n", passed, failed, skipped
    for (number = 1; number <= failed; number++)
        printf "    failed: %s%s\n", name_of[number], said[number]
}
