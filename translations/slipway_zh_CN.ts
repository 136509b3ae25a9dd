<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Error</name>
    <message>
        <source>Accepted. Follow its progress on this page.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This request was already accepted. Follow its progress on this page.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was changed; do not send this again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This event was processed before; do not send it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The request could not be understood. Correct the named fields and send it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sign in and try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New requests are not accepted at the moment. Try again when the service is open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is nothing here. Check the address or the id.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This address does not support that method. The Allow header names those it does.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The request arrived too slowly. Send it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send the request with a Content-Length.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The request is too large. Send less at once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send the request as application/json.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The request&apos;s headers are too large. Remove some and send it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another request for this subject and target is still open. Wait for it or withdraw it first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its state changed in the meantime. Look at the present state and decide again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What would be done has changed since the preview. Look at the new plan and confirm again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This operation id was used for a different request. Choose a new one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The request is not allowed as it stands. Correct the named fields and send it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Too many requests. Wait a moment and try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This was just done. Wait a moment before you repeat it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Something went wrong on our side. Try again later; if it stays, tell the maintainers the trace id.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The service cannot answer right now; nothing was changed. Try again shortly.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Guidance</name>
    <message>
        <source>Approved. It joins the next batch; nothing is asked of you.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Approved and number %1 in line. The maintainers have paused new batches; it goes on by itself when they resume.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Approved and number %1 in line, behind batch %2. It goes on by itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Approved and number %1 in line. It joins the next batch by itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Done: it is in force.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Done: it was removed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Withdrawn; nothing was changed. Submit again if you still need it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nobody decided in time; nothing was changed. Submit again if you still need it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rejected; nothing was changed. Talk to the approver before you submit again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not approved; nothing was changed. Submit again if you still need it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Closed; nothing was changed. Submit again if you still need it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is not known yet whether the approval system received the request. It is asked again by itself; you can keep waiting.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The checks take longer than usual. They may still pass; you can keep waiting.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It has landed, but nothing has proven yet that it was deployed. You can keep waiting, or submit a change to it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The last action was sent and its answer is not known yet. It is read again by itself; you can keep waiting.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The service was overloaded and did not begin. Withdraw it and submit again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The service was overloaded after the approval. Waiting will not help; ask the maintainers to resume it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The approval system refused the request. Waiting will not help; contact the maintainers, or withdraw it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The checks of the change failed. Waiting will not help; contact the maintainers, or withdraw it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The change conflicts with what is there. Waiting will not help; contact the maintainers, or withdraw it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Somebody closed the merge request. Waiting will not help; contact the maintainers, or withdraw it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It has landed, but its deployment failed. Waiting will not help; contact the maintainers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It could not be closed. Waiting will not help; contact the maintainers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It stopped on a problem that does not go away by itself. Contact the maintainers, or withdraw it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The request is being handed to the approvers; nothing is asked of you.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This request waits for your decision.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It waits for an approver; nothing else happens before.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The change is being written into a merge request.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The checks of the change are running.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The checks passed; the merge is being prepared.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The review bots are approving the merge request.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other changes landed first; this one is being brought up to date.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The merge request is being merged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is being closed; this takes a moment.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It has landed and is being deployed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is under way; nothing is asked of you.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A later request replaced this one; nothing more happens here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It landed before it could be withdrawn. Ask for its removal if you do not need it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You asked to withdraw it. It leaves as soon as its batch allows; if it lands first, you are told.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Timeline</name>
    <message>
        <source>Submitted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Submitted; approval is being asked for.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Submitted while the service was overloaded; nothing was begun.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The approvers were asked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The approval system refused the request.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whether the approval system received the request is not known; it is asked again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Approved.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Approved; waits for the next batch.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Approved while the service was overloaded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rejected.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Withdrawn.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The approval expired.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The approval ended; the merge request is being closed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Taken into a batch.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The merge request is open; its checks are running.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The checks passed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The checks failed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The checks did not end in time; they are read on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The change could not be written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The repository refused the change.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The change conflicts with what is there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The merge request was refused.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing had to be changed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing has to be changed; approval is being asked for.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Approval is being asked for.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The review bots were asked to approve.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The review bots approved.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A review bot could not approve.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other changes landed first; it is being brought up to date.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It was brought up to date; the checks run again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The checks passed again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It conflicts with changes that landed first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whether it was brought up to date is not known; it is read again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The merge was sent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The merge was refused.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whether it was merged is not known; it is read again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The last action had not taken effect; it is done again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The review bots&apos; approvals were lost; they are given again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other changes landed first too often.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Somebody else changed the branch.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Somebody closed the merge request.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It landed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It was deployed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The deployment failed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing proved the deployment in time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A maintainer had the approval asked for again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A maintainer had it closed again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A maintainer had it begun again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A maintainer put it back in line.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A maintainer had it go on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is being closed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Closed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It could not be closed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its batch did not land; it is back in line.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its batch failed before it could be checked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its batch failed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It left before it landed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It was found to have landed after all.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
