<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Action</name>
    <message>
        <source>Batch %1 holds the slot. Waiting requests follow when it is settled.</source>
        <translation>批次 %1 正占用槽位。它了结之后，等待中的申请会接着处理。</translation>
    </message>
    <message>
        <source>Nothing waits in this partition.</source>
        <translation>此分区没有等待中的申请。</translation>
    </message>
    <message>
        <source>The partition is paused. Resume it first.</source>
        <translation>此分区已暂停，请先恢复。</translation>
    </message>
    <message>
        <source>A freeze window is on. No batch begins before it ends.</source>
        <translation>当前处于冻结窗口，窗口结束前不会开始新批次。</translation>
    </message>
    <message>
        <source>The catalogue in force names no such partition.</source>
        <translation>当前生效的目录中没有这个分区。</translation>
    </message>
    <message>
        <source>The partition changed since you looked. Look again and decide anew.</source>
        <translation>您查看之后分区状态已改变，请重新查看后再决定。</translation>
    </message>
    <message>
        <source>A round would take up to %1 waiting requests into a new batch now.</source>
        <translation>现在执行一轮，将把最多 %1 个等待中的申请纳入新批次。</translation>
    </message>
    <message>
        <source>Batch %1 was begun.</source>
        <translation>批次 %1 已开始。</translation>
    </message>
    <message>
        <source>The round failed on our side. Try again; the audit names the trace.</source>
        <translation>本轮在我们这边失败了。请重试；审计记录中有对应的跟踪编号。</translation>
    </message>
</context>
<context>
    <name>Error</name>
    <message>
        <source>Accepted. Follow its progress on this page.</source>
        <translation>已受理。请在本页查看进度。</translation>
    </message>
    <message>
        <source>This request was already accepted. Follow its progress on this page.</source>
        <translation>此申请先前已受理。请在本页查看进度。</translation>
    </message>
    <message>
        <source>Nothing was changed; do not send this again.</source>
        <translation>没有任何改动；请不要再次发送。</translation>
    </message>
    <message>
        <source>This event was processed before; do not send it again.</source>
        <translation>此事件先前已处理；请不要再次发送。</translation>
    </message>
    <message>
        <source>The request could not be understood. Correct the named fields and send it again.</source>
        <translation>无法理解此请求。请修正指出的字段后重新发送。</translation>
    </message>
    <message>
        <source>Sign in and try again.</source>
        <translation>请登录后重试。</translation>
    </message>
    <message>
        <source>New requests are not accepted at the moment. Try again when the service is open.</source>
        <translation>目前不接受新的申请。请在服务开放时再试。</translation>
    </message>
    <message>
        <source>There is nothing here. Check the address or the id.</source>
        <translation>这里没有内容。请检查地址或编号。</translation>
    </message>
    <message>
        <source>This address does not support that method. The Allow header names those it does.</source>
        <translation>此地址不支持该方法。Allow 头中列出了它支持的方法。</translation>
    </message>
    <message>
        <source>The request arrived too slowly. Send it again.</source>
        <translation>请求到达得太慢。请重新发送。</translation>
    </message>
    <message>
        <source>Send the request with a Content-Length.</source>
        <translation>请在请求中带上 Content-Length。</translation>
    </message>
    <message>
        <source>The request is too large. Send less at once.</source>
        <translation>请求过大。请减少单次发送的内容。</translation>
    </message>
    <message>
        <source>Send the request as application/json.</source>
        <translation>请以 application/json 格式发送请求。</translation>
    </message>
    <message>
        <source>The request&apos;s headers are too large. Remove some and send it again.</source>
        <translation>请求头过大。请删减后重新发送。</translation>
    </message>
    <message>
        <source>Another request for this subject and target is still open. Wait for it or withdraw it first.</source>
        <translation>该主体与目标还有一个未结束的申请。请等待它结束，或先撤回它。</translation>
    </message>
    <message>
        <source>Its state changed in the meantime. Look at the present state and decide again.</source>
        <translation>状态在此期间已改变。请查看当前状态后再决定。</translation>
    </message>
    <message>
        <source>What would be done has changed since the preview. Look at the new plan and confirm again.</source>
        <translation>预览之后将要执行的内容已改变。请查看新的计划并再次确认。</translation>
    </message>
    <message>
        <source>This operation id was used for a different request. Choose a new one.</source>
        <translation>此操作编号已用于另一个申请。请换一个新的编号。</translation>
    </message>
    <message>
        <source>The request is not allowed as it stands. Correct the named fields and send it again.</source>
        <translation>此申请目前不被允许。请修正指出的字段后重新发送。</translation>
    </message>
    <message>
        <source>Too many requests. Wait a moment and try again.</source>
        <translation>请求过多。请稍等片刻再试。</translation>
    </message>
    <message>
        <source>This was just done. Wait a moment before you repeat it.</source>
        <translation>刚刚已执行过。请稍等片刻再重复。</translation>
    </message>
    <message>
        <source>Something went wrong on our side. Try again later; if it stays, tell the maintainers the trace id.</source>
        <translation>我们这边出了问题。请稍后再试；如果一直如此，请把跟踪编号告诉维护团队。</translation>
    </message>
    <message>
        <source>The service cannot answer right now; nothing was changed. Try again shortly.</source>
        <translation>服务暂时无法应答；没有任何改动。请稍后再试。</translation>
    </message>
    <message>
        <source>Too many submissions. Wait a moment and submit again.</source>
        <translation>提交过于频繁。请稍等片刻再提交。</translation>
    </message>
</context>
<context>
    <name>Guidance</name>
    <message>
        <source>Approved. It joins the next batch; nothing is asked of you.</source>
        <translation>已批准。它会加入下一个批次；您无需操作。</translation>
    </message>
    <message>
        <source>Approved and number %1 in line. The maintainers have paused new batches; it goes on by itself when they resume.</source>
        <translation>已批准，排在第 %1 位。维护团队暂停了新批次；恢复后会自动继续。</translation>
    </message>
    <message>
        <source>Approved and number %1 in line, behind batch %2. It goes on by itself.</source>
        <translation>已批准，排在第 %1 位，在批次 %2 之后。会自动继续。</translation>
    </message>
    <message>
        <source>Approved and number %1 in line. It joins the next batch by itself.</source>
        <translation>已批准，排在第 %1 位。会自动加入下一个批次。</translation>
    </message>
    <message>
        <source>Done: it is in force.</source>
        <translation>已完成：变更已生效。</translation>
    </message>
    <message>
        <source>Done: it was removed.</source>
        <translation>已完成：授权已移除。</translation>
    </message>
    <message>
        <source>Withdrawn; nothing was changed. Submit again if you still need it.</source>
        <translation>已撤回；没有任何改动。如果仍然需要，请重新提交。</translation>
    </message>
    <message>
        <source>Nobody decided in time; nothing was changed. Submit again if you still need it.</source>
        <translation>没有人及时作出决定；没有任何改动。如果仍然需要，请重新提交。</translation>
    </message>
    <message>
        <source>Rejected; nothing was changed. Talk to the approver before you submit again.</source>
        <translation>已被拒绝；没有任何改动。重新提交之前请先与审批人沟通。</translation>
    </message>
    <message>
        <source>Not approved; nothing was changed. Submit again if you still need it.</source>
        <translation>未获批准；没有任何改动。如果仍然需要，请重新提交。</translation>
    </message>
    <message>
        <source>Closed; nothing was changed. Submit again if you still need it.</source>
        <translation>已关闭；没有任何改动。如果仍然需要，请重新提交。</translation>
    </message>
    <message>
        <source>It is not known yet whether the approval system received the request. It is asked again by itself; you can keep waiting.</source>
        <translation>还不知道审批系统是否收到了申请。系统会自动再次询问；您可以继续等待。</translation>
    </message>
    <message>
        <source>The checks take longer than usual. They may still pass; you can keep waiting.</source>
        <translation>检查比平时耗时更长，仍有可能通过；您可以继续等待。</translation>
    </message>
    <message>
        <source>It has landed, but nothing has proven yet that it was deployed. You can keep waiting, or submit a change to it.</source>
        <translation>变更已合入，但还没有证据表明已经部署。您可以继续等待，或对它提交新的变更。</translation>
    </message>
    <message>
        <source>The last action was sent and its answer is not known yet. It is read again by itself; you can keep waiting.</source>
        <translation>最后一个动作已发出，结果尚不清楚。系统会自动再次读取；您可以继续等待。</translation>
    </message>
    <message>
        <source>The service was overloaded and did not begin. Withdraw it and submit again.</source>
        <translation>服务过载，尚未开始处理。请撤回后重新提交。</translation>
    </message>
    <message>
        <source>The service was overloaded after the approval. Waiting will not help; ask the maintainers to resume it.</source>
        <translation>批准之后服务过载。继续等待不会生效；请联系维护团队恢复处理。</translation>
    </message>
    <message>
        <source>The approval system refused the request. Waiting will not help; contact the maintainers, or withdraw it.</source>
        <translation>审批系统拒收了申请。继续等待不会生效；请联系维护团队，或撤回申请。</translation>
    </message>
    <message>
        <source>The checks of the change failed. Waiting will not help; contact the maintainers, or withdraw it.</source>
        <translation>变更的检查失败。继续等待不会生效；请联系维护团队，或撤回申请。</translation>
    </message>
    <message>
        <source>The change conflicts with what is there. Waiting will not help; contact the maintainers, or withdraw it.</source>
        <translation>变更与现有内容冲突。继续等待不会生效；请联系维护团队，或撤回申请。</translation>
    </message>
    <message>
        <source>Somebody closed the merge request. Waiting will not help; contact the maintainers, or withdraw it.</source>
        <translation>有人关闭了合并请求。继续等待不会生效；请联系维护团队，或撤回申请。</translation>
    </message>
    <message>
        <source>It has landed, but its deployment failed. Waiting will not help; contact the maintainers.</source>
        <translation>变更已合入，但部署失败。继续等待不会生效；请联系维护团队。</translation>
    </message>
    <message>
        <source>It could not be closed. Waiting will not help; contact the maintainers.</source>
        <translation>未能关闭。继续等待不会生效；请联系维护团队。</translation>
    </message>
    <message>
        <source>It stopped on a problem that does not go away by itself. Contact the maintainers, or withdraw it.</source>
        <translation>它停在一个不会自行消失的问题上。请联系维护团队，或撤回申请。</translation>
    </message>
    <message>
        <source>The request is being handed to the approvers; nothing is asked of you.</source>
        <translation>申请正在送交审批人；您无需操作。</translation>
    </message>
    <message>
        <source>This request waits for your decision.</source>
        <translation>此申请等待您的决定。</translation>
    </message>
    <message>
        <source>It waits for an approver; nothing else happens before.</source>
        <translation>正在等待审批人；在此之前不会有其他动作。</translation>
    </message>
    <message>
        <source>The change is being written into a merge request.</source>
        <translation>正在把变更写入合并请求。</translation>
    </message>
    <message>
        <source>The checks of the change are running.</source>
        <translation>变更的检查正在运行。</translation>
    </message>
    <message>
        <source>The checks passed; the merge is being prepared.</source>
        <translation>检查已通过；正在准备合并。</translation>
    </message>
    <message>
        <source>The review bots are approving the merge request.</source>
        <translation>评审机器人正在批准合并请求。</translation>
    </message>
    <message>
        <source>Other changes landed first; this one is being brought up to date.</source>
        <translation>其他变更先行合入；此变更正在更新到最新。</translation>
    </message>
    <message>
        <source>The merge request is being merged.</source>
        <translation>合并请求正在合并。</translation>
    </message>
    <message>
        <source>It is being closed; this takes a moment.</source>
        <translation>正在关闭；请稍候。</translation>
    </message>
    <message>
        <source>It has landed and is being deployed.</source>
        <translation>变更已合入，正在部署。</translation>
    </message>
    <message>
        <source>It is under way; nothing is asked of you.</source>
        <translation>正在处理；您无需操作。</translation>
    </message>
    <message>
        <source>A later request replaced this one; nothing more happens here.</source>
        <translation>后来的申请取代了此申请；这里不会再有动作。</translation>
    </message>
    <message>
        <source>It landed before it could be withdrawn. Ask for its removal if you do not need it.</source>
        <translation>撤回之前它已经合入。如果不再需要，请申请移除。</translation>
    </message>
    <message>
        <source>You asked to withdraw it. It leaves as soon as its batch allows; if it lands first, you are told.</source>
        <translation>您已要求撤回。所在批次允许时它就会退出；如果先合入了，会通知您。</translation>
    </message>
</context>
<context>
    <name>Page</name>
    <message>
        <source>Slipway</source>
        <translation>Slipway</translation>
    </message>
    <message>
        <source>This page cannot be shown right now.</source>
        <translation>暂时无法显示此页面。</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
</context>
<context>
    <name>Timeline</name>
    <message>
        <source>Submitted.</source>
        <translation>已提交。</translation>
    </message>
    <message>
        <source>Submitted; approval is being asked for.</source>
        <translation>已提交；正在请求审批。</translation>
    </message>
    <message>
        <source>Submitted while the service was overloaded; nothing was begun.</source>
        <translation>提交时服务过载；尚未开始处理。</translation>
    </message>
    <message>
        <source>The approvers were asked.</source>
        <translation>已请审批人决定。</translation>
    </message>
    <message>
        <source>The approval system refused the request.</source>
        <translation>审批系统拒收了申请。</translation>
    </message>
    <message>
        <source>Whether the approval system received the request is not known; it is asked again.</source>
        <translation>不清楚审批系统是否收到申请；将再次询问。</translation>
    </message>
    <message>
        <source>Approved.</source>
        <translation>已批准。</translation>
    </message>
    <message>
        <source>Approved; waits for the next batch.</source>
        <translation>已批准；等待下一个批次。</translation>
    </message>
    <message>
        <source>Approved while the service was overloaded.</source>
        <translation>批准时服务过载。</translation>
    </message>
    <message>
        <source>Rejected.</source>
        <translation>已拒绝。</translation>
    </message>
    <message>
        <source>Withdrawn.</source>
        <translation>已撤回。</translation>
    </message>
    <message>
        <source>The approval expired.</source>
        <translation>审批已过期。</translation>
    </message>
    <message>
        <source>The approval ended; the merge request is being closed.</source>
        <translation>审批已结束；正在关闭合并请求。</translation>
    </message>
    <message>
        <source>Taken into a batch.</source>
        <translation>已纳入批次。</translation>
    </message>
    <message>
        <source>The merge request is open; its checks are running.</source>
        <translation>合并请求已打开；检查正在运行。</translation>
    </message>
    <message>
        <source>The checks passed.</source>
        <translation>检查已通过。</translation>
    </message>
    <message>
        <source>The checks failed.</source>
        <translation>检查失败。</translation>
    </message>
    <message>
        <source>The checks did not end in time; they are read on.</source>
        <translation>检查未在预定时间内结束；将继续读取。</translation>
    </message>
    <message>
        <source>The change could not be written.</source>
        <translation>未能写入变更。</translation>
    </message>
    <message>
        <source>The repository refused the change.</source>
        <translation>仓库拒绝了变更。</translation>
    </message>
    <message>
        <source>The change conflicts with what is there.</source>
        <translation>变更与现有内容冲突。</translation>
    </message>
    <message>
        <source>The merge request was refused.</source>
        <translation>合并请求被拒绝。</translation>
    </message>
    <message>
        <source>Nothing had to be changed.</source>
        <translation>无需改动。</translation>
    </message>
    <message>
        <source>Nothing has to be changed; approval is being asked for.</source>
        <translation>无需改动；正在请求审批。</translation>
    </message>
    <message>
        <source>Approval is being asked for.</source>
        <translation>正在请求审批。</translation>
    </message>
    <message>
        <source>The review bots were asked to approve.</source>
        <translation>已请评审机器人批准。</translation>
    </message>
    <message>
        <source>The review bots approved.</source>
        <translation>评审机器人已批准。</translation>
    </message>
    <message>
        <source>A review bot could not approve.</source>
        <translation>有评审机器人未能批准。</translation>
    </message>
    <message>
        <source>Other changes landed first; it is being brought up to date.</source>
        <translation>其他变更先行合入；正在更新到最新。</translation>
    </message>
    <message>
        <source>It was brought up to date; the checks run again.</source>
        <translation>已更新到最新；检查重新运行。</translation>
    </message>
    <message>
        <source>The checks passed again.</source>
        <translation>检查再次通过。</translation>
    </message>
    <message>
        <source>It conflicts with changes that landed first.</source>
        <translation>与先行合入的变更冲突。</translation>
    </message>
    <message>
        <source>Whether it was brought up to date is not known; it is read again.</source>
        <translation>不清楚是否已更新到最新；将再次读取。</translation>
    </message>
    <message>
        <source>The merge was sent.</source>
        <translation>合并指令已发出。</translation>
    </message>
    <message>
        <source>The merge was refused.</source>
        <translation>合并被拒绝。</translation>
    </message>
    <message>
        <source>Whether it was merged is not known; it is read again.</source>
        <translation>不清楚是否已合并；将再次读取。</translation>
    </message>
    <message>
        <source>The last action had not taken effect; it is done again.</source>
        <translation>上一个动作没有生效；将重新执行。</translation>
    </message>
    <message>
        <source>The review bots&apos; approvals were lost; they are given again.</source>
        <translation>评审机器人的批准已失效；将重新批准。</translation>
    </message>
    <message>
        <source>Other changes landed first too often.</source>
        <translation>其他变更先行合入的次数过多。</translation>
    </message>
    <message>
        <source>Somebody else changed the branch.</source>
        <translation>有人改动了分支。</translation>
    </message>
    <message>
        <source>Somebody closed the merge request.</source>
        <translation>有人关闭了合并请求。</translation>
    </message>
    <message>
        <source>It landed.</source>
        <translation>已合入。</translation>
    </message>
    <message>
        <source>It was deployed.</source>
        <translation>已部署。</translation>
    </message>
    <message>
        <source>The deployment failed.</source>
        <translation>部署失败。</translation>
    </message>
    <message>
        <source>Nothing proved the deployment in time.</source>
        <translation>未能在预定时间内证实部署。</translation>
    </message>
    <message>
        <source>A maintainer had the approval asked for again.</source>
        <translation>维护人员重新发起了审批。</translation>
    </message>
    <message>
        <source>A maintainer had it closed again.</source>
        <translation>维护人员重新执行了关闭。</translation>
    </message>
    <message>
        <source>A maintainer had it begun again.</source>
        <translation>维护人员让它重新开始。</translation>
    </message>
    <message>
        <source>A maintainer put it back in line.</source>
        <translation>维护人员让它重新排队。</translation>
    </message>
    <message>
        <source>A maintainer had it go on.</source>
        <translation>维护人员让它继续。</translation>
    </message>
    <message>
        <source>It is being closed.</source>
        <translation>正在关闭。</translation>
    </message>
    <message>
        <source>Closed.</source>
        <translation>已关闭。</translation>
    </message>
    <message>
        <source>It could not be closed.</source>
        <translation>未能关闭。</translation>
    </message>
    <message>
        <source>Its batch did not land; it is back in line.</source>
        <translation>所在批次没有合入；已重新排队。</translation>
    </message>
    <message>
        <source>Its batch failed before it could be checked.</source>
        <translation>所在批次在检查之前失败。</translation>
    </message>
    <message>
        <source>Its batch failed.</source>
        <translation>所在批次失败。</translation>
    </message>
    <message>
        <source>It left before it landed.</source>
        <translation>在合入之前退出。</translation>
    </message>
    <message>
        <source>It was found to have landed after all.</source>
        <translation>后来发现它其实已经合入。</translation>
    </message>
</context>
</TS>
