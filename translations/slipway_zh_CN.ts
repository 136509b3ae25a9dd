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
        <source>GitLab refuses the token of %1. No batch begins before it is rotated.</source>
        <translation>GitLab 拒绝了 %1 的令牌，更换令牌之前不会开始新批次。</translation>
    </message>
    <message>
        <source>The catalogue in force names no such partition.</source>
        <translation>当前生效的目录中没有这个分区。</translation>
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
        <source>GitLab cannot be asked now, and without its word nothing is decided. Try again shortly.</source>
        <translation>现在无法询问 GitLab，没有它的答复就不做决定。请稍后再试。</translation>
    </message>
    <message>
        <source>It failed on our side. Try again; the audit names the trace.</source>
        <translation>我们这边出错了。请重试；审计记录中有跟踪号。</translation>
    </message>
    <message>
        <source>What would be done is no longer what was confirmed. Look again and decide anew.</source>
        <translation>将要执行的内容已不是当初确认的内容，请重新查看后再决定。</translation>
    </message>
    <message>
        <source>It was done before the process that did it died.</source>
        <translation>在执行它的进程终止之前，它已经完成。</translation>
    </message>
    <message>
        <source>It came with batch %1: take over what GitLab says of that batch.</source>
        <translation>它属于批次 %1：请对该批次采纳 GitLab 的结果。</translation>
    </message>
    <message>
        <source>GitLab has neither merged nor closed it (%1): there is nothing to take over.</source>
        <translation>GitLab 既没有合并也没有关闭它（%1）：没有可采纳的结果。</translation>
    </message>
    <message>
        <source>GitLab says the same as we do.</source>
        <translation>GitLab 的状态与我们一致。</translation>
    </message>
    <message>
        <source>What landed stays as it is although it was not what was validated; the batch succeeds and its slot is free. Your reason is recorded.</source>
        <translation>已落地的内容保持不变，尽管它与校验过的内容不同；批次记为成功并释放槽位。您的理由会被记录。</translation>
    </message>
    <message>
        <source>It was merged as %1: it counts as landed.</source>
        <translation>它已作为 %1 合并：记为已落地。</translation>
    </message>
    <message>
        <source>It was merged as %1 after it had failed: %2 members count as landed; the batch stays FAILED.</source>
        <translation>它在失败之后作为 %1 合并：%2 个成员记为已落地；批次仍为 FAILED。</translation>
    </message>
    <message>
        <source>It was closed by %1: batch and members follow; members go back into line.</source>
        <translation>它已被 %1 关闭：批次和成员随之处理，成员回到队列。</translation>
    </message>
    <message>
        <source>It was closed by %1: the request fails with that.</source>
        <translation>它已被 %1 关闭：该申请随之失败。</translation>
    </message>
    <message>
        <source>Done: it stands as GitLab says.</source>
        <translation>完成：状态已与 GitLab 一致。</translation>
    </message>
    <message>
        <source>It follows GitLab now.</source>
        <translation>正在按 GitLab 的状态处理。</translation>
    </message>
    <message>
        <source>The batch is over.</source>
        <translation>批次已结束。</translation>
    </message>
    <message>
        <source>The batch is blocked already.</source>
        <translation>批次已经处于阻塞状态。</translation>
    </message>
    <message>
        <source>The batch has landed or is being settled; stopping it half-way would help nobody.</source>
        <translation>批次已落地或正在了结，中途停下没有任何好处。</translation>
    </message>
    <message>
        <source>Batch %1 stops where it is and keeps the slot until somebody unblocks or settles it.</source>
        <translation>批次 %1 停在当前位置并继续占用槽位，直到有人解除阻塞或了结它。</translation>
    </message>
    <message>
        <source>Batch %1 is blocked.</source>
        <translation>批次 %1 已阻塞。</translation>
    </message>
    <message>
        <source>The batch is running.</source>
        <translation>批次正在运行。</translation>
    </message>
    <message>
        <source>What landed is not what was validated: look at the difference and accept it with a reason.</source>
        <translation>落地的内容与校验过的内容不同：请查看差异，并附上理由接受它。</translation>
    </message>
    <message>
        <source>Batch %1 goes on where it was, with a fresh budget.</source>
        <translation>批次 %1 从原处继续，并获得新的时限。</translation>
    </message>
    <message>
        <source>Batch %1 goes on.</source>
        <translation>批次 %1 继续。</translation>
    </message>
    <message>
        <source>The request is over already.</source>
        <translation>该申请已经结束。</translation>
    </message>
    <message>
        <source>It has landed; what has landed cannot be closed.</source>
        <translation>它已落地；已落地的不能关闭。</translation>
    </message>
    <message>
        <source>It is a member of batch %1, which is active: it can only leave with it. Settle the batch first.</source>
        <translation>它是活动批次 %1 的成员，只能随批次离开。请先了结该批次。</translation>
    </message>
    <message>
        <source>It still waits for its approval or its batch: whoever asked for it can withdraw it.</source>
        <translation>它仍在等待审批或批次：申请人可以撤回它。</translation>
    </message>
    <message>
        <source>It is being closed already.</source>
        <translation>它已经在关闭中。</translation>
    </message>
    <message>
        <source>The merge request of its failed batch is %1 and could still land. It must be closed first.</source>
        <translation>其失败批次的合并请求状态为 %1，仍可能落地。必须先关闭它。</translation>
    </message>
    <message>
        <source>Its merge request was merged. Take over what GitLab says instead.</source>
        <translation>它的合并请求已合并。请改为采纳 GitLab 的结果。</translation>
    </message>
    <message>
        <source>The request is closed for good; its requester may ask again.</source>
        <translation>该申请将彻底关闭；申请人可以重新申请。</translation>
    </message>
    <message>
        <source>Its merge request is closed and read again, then the request; its requester may ask again.</source>
        <translation>先关闭其合并请求并再次读取，然后关闭该申请；申请人可以重新申请。</translation>
    </message>
    <message>
        <source>The request is closed.</source>
        <translation>申请已关闭。</translation>
    </message>
    <message>
        <source>The request is being closed.</source>
        <translation>申请正在关闭。</translation>
    </message>
    <message>
        <source>No pipeline&apos;s outcome is unknown here: the engine decides by itself.</source>
        <translation>这里没有结果未知的流水线：引擎会自行决定。</translation>
    </message>
    <message>
        <source>It is a member of batch %1 and moves with it: confirm there.</source>
        <translation>它是批次 %1 的成员，随批次推进：请在批次上确认。</translation>
    </message>
    <message>
        <source>The merge request shows another head than ours; nothing is confirmed for that one.</source>
        <translation>合并请求的最新提交不是我们的提交；不能为它确认。</translation>
    </message>
    <message>
        <source>Its merge request is %1, not open.</source>
        <translation>它的合并请求状态为 %1，并未打开。</translation>
    </message>
    <message>
        <source>No pipeline of exactly this head has passed, apart from those you ignore.</source>
        <translation>除您忽略的之外，没有针对这个提交的流水线通过。</translation>
    </message>
    <message>
        <source>These have not passed: %1. Name in the parameter &apos;ignore&apos; those that do not matter.</source>
        <translation>这些尚未通过：%1。请在参数 ignore 中列出无关紧要的流水线。</translation>
    </message>
    <message>
        <source>The parameter &apos;ignore&apos; is a list of pipeline numbers.</source>
        <translation>参数 ignore 应是流水线编号的列表。</translation>
    </message>
    <message>
        <source>It goes on: %1.</source>
        <translation>它将继续：%1。</translation>
    </message>
    <message>
        <source>Confirmed; it goes on.</source>
        <translation>已确认，继续进行。</translation>
    </message>
    <message>
        <source>It is VALIDATED already.</source>
        <translation>它已经是 VALIDATED。</translation>
    </message>
    <message>
        <source>It has not landed: nobody can vouch for its deployment.</source>
        <translation>它尚未落地：没有人能为它的部署作保。</translation>
    </message>
    <message>
        <source>Batch %1 still compares what landed with what was validated. That comes first.</source>
        <translation>批次 %1 仍在比较落地内容与校验内容，须先完成这一步。</translation>
    </message>
    <message>
        <source>You vouch for its deployment: it becomes VALIDATED without a word of the deploy pipeline.</source>
        <translation>由您为它的部署作保：无需部署流水线的答复即成为 VALIDATED。</translation>
    </message>
    <message>
        <source>It is VALIDATED on your word.</source>
        <translation>已根据您的保证记为 VALIDATED。</translation>
    </message>
    <message>
        <source>The partition is halted, which is more than paused. Resume it when its finding is settled.</source>
        <translation>此分区已停止，比暂停更严格。请在其发现项解决后恢复。</translation>
    </message>
    <message>
        <source>The partition is paused already.</source>
        <translation>此分区已经暂停。</translation>
    </message>
    <message>
        <source>The partition is open already.</source>
        <translation>此分区已经开放。</translation>
    </message>
    <message>
        <source>No new batch begins and none enters the merge gate until somebody resumes it. Requests are still accepted.</source>
        <translation>在有人恢复之前，不会开始新批次，也没有批次进入合并闸口。仍然接受申请。</translation>
    </message>
    <message>
        <source>Batches begin again: %1 requests wait.</source>
        <translation>重新开始批次：有 %1 个申请在等待。</translation>
    </message>
    <message>
        <source>The partition is paused.</source>
        <translation>此分区已暂停。</translation>
    </message>
    <message>
        <source>The partition is open.</source>
        <translation>此分区已开放。</translation>
    </message>
    <message>
        <source>It is over; there is nothing left to look at.</source>
        <translation>它已结束，没有可再查看的内容。</translation>
    </message>
    <message>
        <source>GitLab is read now; whatever works on it looks again at once. Nothing else is changed.</source>
        <translation>现在读取 GitLab；正在处理它的任务会立即再看一次。其他一概不变。</translation>
    </message>
    <message>
        <source>The approval system is asked now. Nothing else is changed.</source>
        <translation>现在询问审批系统。其他一概不变。</translation>
    </message>
    <message>
        <source>Read. Its page shows what GitLab says.</source>
        <translation>已读取。其页面显示 GitLab 的状态。</translation>
    </message>
    <message>
        <source>Read; whatever works on it looks again now.</source>
        <translation>已读取；正在处理它的任务现在会再看一次。</translation>
    </message>
    <message>
        <source>Nothing here waits for its deployment.</source>
        <translation>这里没有等待部署的内容。</translation>
    </message>
    <message>
        <source>What has landed is compared with what was deployed, now.</source>
        <translation>现在比较已落地与已部署的内容。</translation>
    </message>
    <message>
        <source>It is looked for now.</source>
        <translation>正在查找。</translation>
    </message>
    <message>
        <source>There is no such approval.</source>
        <translation>没有这个审批。</translation>
    </message>
    <message>
        <source>It was decided already.</source>
        <translation>它已经有决定了。</translation>
    </message>
    <message>
        <source>The approval system takes no reminders: it is asked about the form now, and the wish is recorded.</source>
        <translation>审批系统不接受提醒：现在会查询该审批单，并记录这次提醒。</translation>
    </message>
    <message>
        <source>Recorded. Nobody was written to: the approval system takes no reminders. It is asked about the form now.</source>
        <translation>已记录。没有通知任何人：审批系统不接受提醒，现在会查询该审批单。</translation>
    </message>
    <message>
        <source>The batch is still active. Settle it first: that closes its merge request and frees the slot.</source>
        <translation>批次仍处于活动状态。请先了结它：这会关闭其合并请求并释放槽位。</translation>
    </message>
    <message>
        <source>The batch succeeded; its members have landed.</source>
        <translation>批次已成功，其成员已落地。</translation>
    </message>
    <message>
        <source>Its merge request is %1: what it holds could still land twice. It must be closed first.</source>
        <translation>它的合并请求状态为 %1：其中的内容仍可能落地两次。必须先关闭它。</translation>
    </message>
    <message>
        <source>None of its members waits for recovery: they were recovered, closed or asked for anew.</source>
        <translation>没有成员等待恢复：它们已恢复、关闭或被重新申请。</translation>
    </message>
    <message>
        <source>%1 members go back into line, at the place they had, and into another batch.</source>
        <translation>%1 个成员回到队列中原来的位置，进入另一个批次。</translation>
    </message>
    <message>
        <source>%1 members are back in line.</source>
        <translation>%1 个成员已回到队列。</translation>
    </message>
    <message>
        <source>The batch is over. A failed one&apos;s members go back into line by REQUEUE_MEMBERS.</source>
        <translation>批次已结束。失败批次的成员可用 REQUEUE_MEMBERS 回到队列。</translation>
    </message>
    <message>
        <source>What landed is not what was validated: no repetition changes that. Accept it with a reason.</source>
        <translation>落地的内容与校验过的内容不同：重试不会改变这一点。请附上理由接受它。</translation>
    </message>
    <message>
        <source>A person blocked it. Unblock it first.</source>
        <translation>它被人工阻塞，请先解除阻塞。</translation>
    </message>
    <message>
        <source>Batch %1 runs its present step again now.</source>
        <translation>批次 %1 现在重新执行当前步骤。</translation>
    </message>
    <message>
        <source>Batch %1 runs its step again.</source>
        <translation>批次 %1 正在重新执行该步骤。</translation>
    </message>
    <message>
        <source>It is a member of batch %1 and moves only with it: retry there.</source>
        <translation>它是批次 %1 的成员，只随批次推进：请在批次上重试。</translation>
    </message>
    <message>
        <source>It is under way by itself; to look sooner, re-check it.</source>
        <translation>它正在自行推进；想早点查看，请重新检查。</translation>
    </message>
    <message>
        <source>Its pipeline failed, and the same merge request fails again. Close it, or put the members of its batch back into line with other company.</source>
        <translation>它的流水线失败了，同一个合并请求会再次失败。请关闭它，或让其批次的成员回到队列，与其他申请同行。</translation>
    </message>
    <message>
        <source>Its merge request was merged: nothing is left to try. Take over what GitLab says.</source>
        <translation>它的合并请求已合并：没有可再试的。请采纳 GitLab 的结果。</translation>
    </message>
    <message>
        <source>There is nothing to try again here.</source>
        <translation>这里没有可重试的内容。</translation>
    </message>
    <message>
        <source>It is tried again: it goes on at %1.</source>
        <translation>将重试：从 %1 继续。</translation>
    </message>
    <message>
        <source>It is tried again.</source>
        <translation>正在重试。</translation>
    </message>
    <message>
        <source>There is no such action.</source>
        <translation>没有这个操作。</translation>
    </message>
    <message>
        <source>It no longer waits for a second person.</source>
        <translation>它不再等待第二个人。</translation>
    </message>
    <message>
        <source>Nobody confirmed it in time. Whoever wants it asks anew.</source>
        <translation>没有人及时确认。需要的人请重新发起。</translation>
    </message>
    <message>
        <source>You asked for it yourself: two persons are two persons. Somebody else has to confirm it.</source>
        <translation>这是您自己发起的：两个人就是两个人，须由别人确认。</translation>
    </message>
    <message>
        <source>What would be done is no longer what was asked for. Reject it; whoever wants it asks anew.</source>
        <translation>将要执行的内容已不是当初请求的内容。请拒绝它；需要的人请重新发起。</translation>
    </message>
    <message>
        <source>%1, asked for by %2, is done as its plan says.</source>
        <translation>由 %2 发起的 %1 将按其计划执行。</translation>
    </message>
    <message>
        <source>%1, asked for by %2, is not done.</source>
        <translation>由 %2 发起的 %1 将不执行。</translation>
    </message>
    <message>
        <source>Confirmed; it is being done.</source>
        <translation>已确认，正在执行。</translation>
    </message>
    <message>
        <source>Rejected; nothing is done.</source>
        <translation>已拒绝，什么也不做。</translation>
    </message>
    <message>
        <source>A second person rejected it.</source>
        <translation>第二个人拒绝了它。</translation>
    </message>
    <message>
        <source>Whoever asked for it took it back.</source>
        <translation>提出者自己撤回了它。</translation>
    </message>
    <message>
        <source>The batch is over; its slot is free.</source>
        <translation>批次已结束，其槽位已释放。</translation>
    </message>
    <message>
        <source>The batch is being settled already.</source>
        <translation>批次已经在了结中。</translation>
    </message>
    <message>
        <source>The batch has landed: it cannot fail any more. Take over what GitLab says instead.</source>
        <translation>批次已落地，不能再失败。请改为采纳 GitLab 的结果。</translation>
    </message>
    <message>
        <source>GitLab has not decided yet: its merge request is locked and may still merge. Wait.</source>
        <translation>GitLab 尚未决定：其合并请求已锁定，仍可能合并。请等待。</translation>
    </message>
    <message>
        <source>Merge request is %1. It is closed if it is open and read again: if it merged meanwhile, the batch succeeds, else batch and members fail. This is the only way to free the slot.</source>
        <translation>合并请求状态为 %1。若仍打开则关闭并再次读取：如果期间已合并，批次成功；否则批次和成员失败。这是释放槽位的唯一途径。</translation>
    </message>
    <message>
        <source>Batch %1 is being settled.</source>
        <translation>批次 %1 正在了结。</translation>
    </message>
    <message>
        <source>There is no such batch.</source>
        <translation>没有这个批次。</translation>
    </message>
    <message>
        <source>There is no such request.</source>
        <translation>没有这个申请。</translation>
    </message>
    <message>
        <source>A later request replaced this one; nothing can be done to it any more.</source>
        <translation>它已被后来的申请取代，不能再对它做任何操作。</translation>
    </message>
    <message>
        <source>It waits for a second person, who confirms or rejects it.</source>
        <translation>它在等待第二个人确认或拒绝。</translation>
    </message>
    <message>
        <source>It is being done; its page shows how far it is.</source>
        <translation>正在执行；其页面显示进度。</translation>
    </message>
    <message>
        <source>Its state changed since you looked. Look again and decide anew.</source>
        <translation>您查看之后状态已改变，请重新查看后再决定。</translation>
    </message>
    <message>
        <source>What landed stays as it is although it was not what was validated. Resume its partition afterwards.</source>
        <translation>已落地的内容保持不变，尽管它与校验过的内容不同。之后请恢复其分区。</translation>
    </message>
</context>
<context>
    <name>Advice</name>
    <message>
        <source>No slot is freed by hand: its merge request could still merge. Settling is the only way out.</source>
        <translation>槽位不能手工释放：其合并请求仍可能合并。了结是唯一的出路。</translation>
    </message>
    <message>
        <source>GitLab is read again.</source>
        <translation>再次读取 GitLab。</translation>
    </message>
    <message>
        <source>The approval system is asked again.</source>
        <translation>再次询问审批系统。</translation>
    </message>
    <message>
        <source>The proof of its deployment is looked for again.</source>
        <translation>再次查找部署证明。</translation>
    </message>
    <message>
        <source>Read GitLab now and see what it says.</source>
        <translation>现在读取 GitLab，看它的状态。</translation>
    </message>
    <message>
        <source>Take over what GitLab says.</source>
        <translation>采纳 GitLab 的结果。</translation>
    </message>
    <message>
        <source>Settle the batch as failed: its merge request is closed and read again; merged wins.</source>
        <translation>将批次了结为失败：关闭其合并请求并再次读取；若已合并则以合并为准。</translation>
    </message>
    <message>
        <source>Let the batch go on.</source>
        <translation>让批次继续。</translation>
    </message>
    <message>
        <source>Put the members back in their place; they go into another batch.</source>
        <translation>让成员回到原位，进入另一个批次。</translation>
    </message>
    <message>
        <source>Try the step again.</source>
        <translation>重试该步骤。</translation>
    </message>
    <message>
        <source>Close the request; the user may ask again.</source>
        <translation>关闭该申请；用户可以重新申请。</translation>
    </message>
    <message>
        <source>Look at the batch it waits for.</source>
        <translation>查看它所等待的批次。</translation>
    </message>
    <message>
        <source>GitLab has neither merged nor closed it: there is nothing to take over.</source>
        <translation>GitLab 既没有合并也没有关闭它：没有可采纳的结果。</translation>
    </message>
    <message>
        <source>The same merge request fails again; only another content can pass.</source>
        <translation>同一个合并请求会再次失败；只有不同的内容才可能通过。</translation>
    </message>
    <message>
        <source>Another process takes it up.</source>
        <translation>另一个进程会接手。</translation>
    </message>
    <message>
        <source>Confirm that the pipelines that matter have passed.</source>
        <translation>确认相关的流水线已经通过。</translation>
    </message>
    <message>
        <source>Wait: everything goes on by itself when GitLab is back.</source>
        <translation>请等待：GitLab 恢复后一切会自行继续。</translation>
    </message>
    <message>
        <source>GitLab is tried again.</source>
        <translation>再次尝试 GitLab。</translation>
    </message>
    <message>
        <source>Rotate the bot&apos;s token.</source>
        <translation>更换该机器人的令牌。</translation>
    </message>
    <message>
        <source>It is merged: nothing is left to approve or to try.</source>
        <translation>它已合并：没有可再批准或重试的。</translation>
    </message>
    <message>
        <source>Watch it: it goes on by itself.</source>
        <translation>观察即可：它会自行继续。</translation>
    </message>
    <message>
        <source>Give the bot the right to approve, then try again.</source>
        <translation>给机器人批准的权限，然后重试。</translation>
    </message>
    <message>
        <source>Answer the item in approve.checklist.answers, then try again.</source>
        <translation>在 approve.checklist.answers 中回答该项，然后重试。</translation>
    </message>
    <message>
        <source>What has landed cannot be closed.</source>
        <translation>已落地的不能关闭。</translation>
    </message>
    <message>
        <source>Resume the partition.</source>
        <translation>恢复该分区。</translation>
    </message>
    <message>
        <source>No batch begins while the partition is closed.</source>
        <translation>分区关闭期间不会开始批次。</translation>
    </message>
    <message>
        <source>The round after that batch takes it.</source>
        <translation>该批次之后的一轮会处理它。</translation>
    </message>
    <message>
        <source>Run a round now.</source>
        <translation>现在执行一轮。</translation>
    </message>
    <message>
        <source>The next round takes it.</source>
        <translation>下一轮会处理它。</translation>
    </message>
    <message>
        <source>Remind the approver.</source>
        <translation>提醒审批人。</translation>
    </message>
    <message>
        <source>Ask the approval system now.</source>
        <translation>现在询问审批系统。</translation>
    </message>
    <message>
        <source>Send it again with the same key.</source>
        <translation>用同一个键再次发送。</translation>
    </message>
    <message>
        <source>Look for the proof of deployment now.</source>
        <translation>现在查找部署证明。</translation>
    </message>
    <message>
        <source>Vouch for it being deployed; two persons do that.</source>
        <translation>为它已部署作保；这需要两个人。</translation>
    </message>
    <message>
        <source>Then a person is asked.</source>
        <translation>届时将请人处理。</translation>
    </message>
    <message>
        <source>Look at the difference; if it is fine, accept it with your reason.</source>
        <translation>查看差异；若没有问题，附上您的理由接受它。</translation>
    </message>
    <message>
        <source>It has landed: a landed batch cannot fail.</source>
        <translation>它已落地：已落地的批次不能失败。</translation>
    </message>
    <message>
        <source>Wait until GitLab has decided.</source>
        <translation>等待 GitLab 作出决定。</translation>
    </message>
    <message>
        <source>It may still merge: GitLab has not decided yet.</source>
        <translation>它仍可能合并：GitLab 尚未决定。</translation>
    </message>
    <message>
        <source>Open the key&apos;s help and correct its value.</source>
        <translation>打开该键的帮助并改正其值。</translation>
    </message>
</context>
<context>
    <name>ConfigKey</name>
    <message>
        <source>Mirror, private database and the logs of child processes.</source>
        <translation>存放镜像仓库、私有数据库和子进程日志的目录。</translation>
    </message>
    <message>
        <source>Folder of 0600 files, one secret each; looked at after $CREDENTIALS_DIRECTORY.</source>
        <translation>密钥目录：每个密钥一个权限为 0600 的文件；先查 $CREDENTIALS_DIRECTORY，再查这里。</translation>
    </message>
    <message>
        <source>Where the hot keys come from.</source>
        <translation>热配置项的来源。</translation>
    </message>
    <message>
        <source>The file of hot keys when config.source is file.</source>
        <translation>config.source 为 file 时，热配置项所在的文件。</translation>
    </message>
    <message>
        <source>Partitions and targets.</source>
        <translation>分区与目标的目录文件。</translation>
    </message>
    <message>
        <source>A private server in the data directory, or one of yours.</source>
        <translation>使用数据目录中的私有数据库，还是您自己的数据库服务器。</translation>
    </message>
    <message>
        <source>External database: host name.</source>
        <translation>外部数据库：主机名。</translation>
    </message>
    <message>
        <source>External database: port.</source>
        <translation>外部数据库：端口。</translation>
    </message>
    <message>
        <source>External database: local socket; wins over host and port.</source>
        <translation>外部数据库：本地套接字；优先于主机名和端口。</translation>
    </message>
    <message>
        <source>External database: schema.</source>
        <translation>外部数据库：库名。</translation>
    </message>
    <message>
        <source>External database: user.</source>
        <translation>外部数据库：用户名。</translation>
    </message>
    <message>
        <source>External database: name of the password&apos;s secret.</source>
        <translation>外部数据库：存放密码的密钥名称。</translation>
    </message>
    <message>
        <source>External database: demand TLS.</source>
        <translation>外部数据库：必须使用 TLS。</translation>
    </message>
    <message>
        <source>Address and port of page, interface and callbacks.</source>
        <translation>页面、接口和回调的监听地址与端口。</translation>
    </message>
    <message>
        <source>Address and port of /metrics.</source>
        <translation>/metrics 的监听地址与端口。</translation>
    </message>
    <message>
        <source>Addresses or networks whose X-Forwarded-For and identity header are believed.</source>
        <translation>受信任的代理地址或网段：采信其 X-Forwarded-For 和身份请求头。</translation>
    </message>
    <message>
        <source>Event loops that read and write connections.</source>
        <translation>读写连接的事件循环数。</translation>
    </message>
    <message>
        <source>Threads that run handlers, each with its own database connection.</source>
        <translation>执行请求处理的线程数，每个线程独占一个数据库连接。</translation>
    </message>
    <message>
        <source>Requests that may wait for a worker; beyond it 503.</source>
        <translation>最多允许多少请求排队等待工作线程；超出则返回 503。</translation>
    </message>
    <message>
        <source>How callers prove who they are.</source>
        <translation>调用方如何证明身份。</translation>
    </message>
    <message>
        <source>Source header: the header the gateway sets.</source>
        <translation>来源为 header 时：网关设置的请求头。</translation>
    </message>
    <message>
        <source>Source jwt: the expected issuer.</source>
        <translation>来源为 jwt 时：期望的签发者。</translation>
    </message>
    <message>
        <source>Source jwt: the expected audience.</source>
        <translation>来源为 jwt 时：期望的受众。</translation>
    </message>
    <message>
        <source>Source jwt: where the keys are: https, http on this machine, or file.</source>
        <translation>来源为 jwt 时：公钥所在位置，可为 https、本机 http 或文件。</translation>
    </message>
    <message>
        <source>Source jwt: the claims that may name the account, the best first; an employee number counts only where no account is named.</source>
        <translation>来源为 jwt 时：可能给出账号的声明，按优先顺序排列；没有账号时才采用工号。</translation>
    </message>
    <message>
        <source>Mail domains whose local part is the account.</source>
        <translation>这些邮箱域名的本地部分即为账号。</translation>
    </message>
    <message>
        <source>What maps employee numbers to accounts: a file, or the https address (http on this machine) of a service asked as &lt;address&gt;/&lt;number&gt;.</source>
        <translation>工号到账号的映射：一个文件，或一个服务的 https 地址（本机可用 http），按“&lt;地址&gt;/&lt;工号&gt;”查询。</translation>
    </message>
    <message>
        <source>Source dev: the accounts anyone on this machine may claim to be.</source>
        <translation>来源为 dev 时：本机任何人都可以自称的账号。</translation>
    </message>
    <message>
        <source>Who says what an account may do.</source>
        <translation>由谁判定账号的权限。</translation>
    </message>
    <message>
        <source>Source roles-file: permission = [accounts].</source>
        <translation>来源为 roles-file 时：格式为“权限 = [账号列表]”的文件。</translation>
    </message>
    <message>
        <source>Source http: the permission service.</source>
        <translation>来源为 http 时：权限服务的地址。</translation>
    </message>
    <message>
        <source>Source http: longest wait; then no permission.</source>
        <translation>来源为 http 时：最长等待时间；超时按无权限处理。</translation>
    </message>
    <message>
        <source>GitLab&apos;s address.</source>
        <translation>GitLab 的地址。</translation>
    </message>
    <message>
        <source>Secret: token of the bot that writes branches and merge requests.</source>
        <translation>密钥：负责写分支和合并请求的机器人的令牌。</translation>
    </message>
    <message>
        <source>Secrets: tokens of the two bots that approve and merge.</source>
        <translation>密钥：负责批准与合并的两个机器人的令牌。</translation>
    </message>
    <message>
        <source>Secret: what GitLab sends as X-Gitlab-Token.</source>
        <translation>密钥：GitLab 以 X-Gitlab-Token 发送的内容。</translation>
    </message>
    <message>
        <source>The external approval system.</source>
        <translation>外部审批系统的地址。</translation>
    </message>
    <message>
        <source>Secret: signs its callbacks.</source>
        <translation>密钥：用于外部审批系统回调的签名。</translation>
    </message>
    <message>
        <source>Interactive cards: provider name; empty is off.</source>
        <translation>交互卡片：提供方名称；留空即关闭。</translation>
    </message>
    <message>
        <source>Interactive cards: gateway address.</source>
        <translation>交互卡片：网关地址。</translation>
    </message>
    <message>
        <source>Secret: signs card callbacks.</source>
        <translation>密钥：用于卡片回调的签名。</translation>
    </message>
    <message>
        <source>Secret: signs the deploy pipeline&apos;s callbacks.</source>
        <translation>密钥：用于部署流水线回调的签名。</translation>
    </message>
    <message>
        <source>Where repeated clicks are noticed.</source>
        <translation>在何处识别重复点击。</translation>
    </message>
    <message>
        <source>Store redis: host:port or socket path.</source>
        <translation>存储为 redis 时：“主机:端口”或套接字路径。</translation>
    </message>
    <message>
        <source>Outgoing notices: address; empty is off.</source>
        <translation>对外通知：Webhook 地址；留空即关闭。</translation>
    </message>
    <message>
        <source>Outgoing notices: mail server; empty is off.</source>
        <translation>对外通知：邮件服务器；留空即关闭。</translation>
    </message>
    <message>
        <source>Arms SLIPWAY_FAILPOINTS. For proving the program only.</source>
        <translation>启用 SLIPWAY_FAILPOINTS，仅用于验证本程序。</translation>
    </message>
    <message>
        <source>Whether new requests are accepted; reading, withdrawing and deciding always are.</source>
        <translation>是否接受新申请；查看、撤回和审批始终可用。</translation>
    </message>
    <message>
        <source>TEST_WINDOW: when everybody may submit.</source>
        <translation>TEST_WINDOW 模式下：所有人可提交的时段。</translation>
    </message>
    <message>
        <source>Zone of access.window; never the host&apos;s.</source>
        <translation>access.window 所用的时区；从不使用主机时区。</translation>
    </message>
    <message>
        <source>TEST_WINDOW: accounts that may submit at any time.</source>
        <translation>TEST_WINDOW 模式下：随时可以提交的账号。</translation>
    </message>
    <message>
        <source>Submissions per caller and window; 0 is no limit.</source>
        <translation>每个调用方在一个时间窗内的提交次数；0 表示不限。</translation>
    </message>
    <message>
        <source>Length of that window.</source>
        <translation>该时间窗的长度。</translation>
    </message>
    <message>
        <source>Previews per caller and window; 0 is no limit.</source>
        <translation>每个调用方在一个时间窗内的预览次数；0 表示不限。</translation>
    </message>
    <message>
        <source>Whether a limit holds for all instances together or for each.</source>
        <translation>限额由所有实例共用，还是每个实例各自计算。</translation>
    </message>
    <message>
        <source>Ask for approval before anything is written to the repository.</source>
        <translation>在向仓库写入任何内容之前先征求审批。</translation>
    </message>
    <message>
        <source>Land approved requests together; needs flow.approvalFirst.</source>
        <translation>将已批准的申请合为一批落地；需要启用 flow.approvalFirst。</translation>
    </message>
    <message>
        <source>How long the oldest waiting request waits for company.</source>
        <translation>等待最久的申请为凑批最多再等多久。</translation>
    </message>
    <message>
        <source>Requests in one batch.</source>
        <translation>一个批次最多包含的申请数。</translation>
    </message>
    <message>
        <source>Files in one batch.</source>
        <translation>一个批次最多包含的文件数。</translation>
    </message>
    <message>
        <source>When no batch starts and none merges; requests are still accepted.</source>
        <translation>冻结时段：不开始也不合并任何批次；仍然接受申请。</translation>
    </message>
    <message>
        <source>Zone of freeze.windows.</source>
        <translation>freeze.windows 所用的时区。</translation>
    </message>
    <message>
        <source>Repeats of one bot&apos;s approval after the first try.</source>
        <translation>单个机器人批准失败后的重试次数。</translation>
    </message>
    <message>
        <source>Send the checklist&apos;s answers with each approval.</source>
        <translation>每次批准时附带检查清单的答案。</translation>
    </message>
    <message>
        <source>item:titleHash=answer; an item without answer refuses the approval.</source>
        <translation>格式为“条目:标题哈希=答案”；有条目没有答案时拒绝批准。</translation>
    </message>
    <message>
        <source>Rebases of one merge request before a person is asked.</source>
        <translation>单个合并请求最多变基多少次，之后转人工处理。</translation>
    </message>
    <message>
        <source>Which pipeline of the exact head must pass, where the partition does not say.</source>
        <translation>分区未指定时，当前提交的哪种流水线必须通过。</translation>
    </message>
    <message>
        <source>Whether a skipped pipeline counts as passed.</source>
        <translation>被跳过的流水线是否算作通过。</translation>
    </message>
    <message>
        <source>Pipeline: first intervals.</source>
        <translation>流水线：前期的查询间隔。</translation>
    </message>
    <message>
        <source>Pipeline: how many of them.</source>
        <translation>流水线：前期间隔的次数。</translation>
    </message>
    <message>
        <source>Pipeline: intervals afterwards.</source>
        <translation>流水线：之后的查询间隔。</translation>
    </message>
    <message>
        <source>Pipeline: looks in all; then the outcome is pending.</source>
        <translation>流水线：查询总次数；用尽后结果记为未知，等待人工处理。</translation>
    </message>
    <message>
        <source>Rebase: first intervals.</source>
        <translation>变基：前期的查询间隔。</translation>
    </message>
    <message>
        <source>Rebase: how many of them.</source>
        <translation>变基：前期间隔的次数。</translation>
    </message>
    <message>
        <source>Rebase: intervals afterwards.</source>
        <translation>变基：之后的查询间隔。</translation>
    </message>
    <message>
        <source>Rebase: looks in all.</source>
        <translation>变基：查询总次数。</translation>
    </message>
    <message>
        <source>Mergeability: first intervals.</source>
        <translation>可合并性：前期的查询间隔。</translation>
    </message>
    <message>
        <source>Mergeability: how many of them.</source>
        <translation>可合并性：前期间隔的次数。</translation>
    </message>
    <message>
        <source>Mergeability: intervals afterwards.</source>
        <translation>可合并性：之后的查询间隔。</translation>
    </message>
    <message>
        <source>Mergeability: looks in all.</source>
        <translation>可合并性：查询总次数。</translation>
    </message>
    <message>
        <source>Merge: first intervals.</source>
        <translation>合并：前期的查询间隔。</translation>
    </message>
    <message>
        <source>Merge: how many of them.</source>
        <translation>合并：前期间隔的次数。</translation>
    </message>
    <message>
        <source>Merge: intervals afterwards.</source>
        <translation>合并：之后的查询间隔。</translation>
    </message>
    <message>
        <source>Merge: looks in all.</source>
        <translation>合并：查询总次数。</translation>
    </message>
    <message>
        <source>External approval: first intervals of asking instead of waiting.</source>
        <translation>外部审批：主动查询（而非只等回调）时前期的间隔。</translation>
    </message>
    <message>
        <source>External approval: how many of them.</source>
        <translation>外部审批：前期间隔的次数。</translation>
    </message>
    <message>
        <source>External approval: intervals afterwards.</source>
        <translation>外部审批：之后的查询间隔。</translation>
    </message>
    <message>
        <source>External approval: looks in all.</source>
        <translation>外部审批：查询总次数。</translation>
    </message>
    <message>
        <source>Deploy proof: first intervals.</source>
        <translation>部署证明：前期的查询间隔。</translation>
    </message>
    <message>
        <source>Deploy proof: how many of them.</source>
        <translation>部署证明：前期间隔的次数。</translation>
    </message>
    <message>
        <source>Deploy proof: intervals afterwards.</source>
        <translation>部署证明：之后的查询间隔。</translation>
    </message>
    <message>
        <source>Deploy proof: looks in all.</source>
        <translation>部署证明：查询总次数。</translation>
    </message>
    <message>
        <source>Settling a batch: first intervals.</source>
        <translation>批次了结：前期的查询间隔。</translation>
    </message>
    <message>
        <source>Settling a batch: how many of them.</source>
        <translation>批次了结：前期间隔的次数。</translation>
    </message>
    <message>
        <source>Settling a batch: intervals afterwards.</source>
        <translation>批次了结：之后的查询间隔。</translation>
    </message>
    <message>
        <source>Settling a batch: looks in all.</source>
        <translation>批次了结：查询总次数。</translation>
    </message>
    <message>
        <source>Rounds: interval while something waits.</source>
        <translation>轮次：有申请等待时的间隔。</translation>
    </message>
    <message>
        <source>Rounds: how many short intervals after something came in.</source>
        <translation>轮次：有新申请之后，短间隔的次数。</translation>
    </message>
    <message>
        <source>Rounds: intervals afterwards.</source>
        <translation>轮次：之后的间隔。</translation>
    </message>
    <message>
        <source>Rounds: without meaning, they never end.</source>
        <translation>轮次：此项无意义，轮次不会终止。</translation>
    </message>
    <message>
        <source>Longest stay in sending an approval.</source>
        <translation>送审阶段的最长停留时间。</translation>
    </message>
    <message>
        <source>Longest stay in building branch, commit and merge request.</source>
        <translation>创建分支、提交和合并请求阶段的最长停留时间。</translation>
    </message>
    <message>
        <source>Longest wait for a pipeline.</source>
        <translation>等待流水线的最长时间。</translation>
    </message>
    <message>
        <source>Longest stay in the bots&apos; approvals.</source>
        <translation>机器人批准阶段的最长停留时间。</translation>
    </message>
    <message>
        <source>Longest wait for a rebase.</source>
        <translation>等待变基的最长时间。</translation>
    </message>
    <message>
        <source>Longest wait for the pipeline after a rebase.</source>
        <translation>变基之后等待流水线的最长时间。</translation>
    </message>
    <message>
        <source>Longest wait for a merge.</source>
        <translation>等待合并的最长时间。</translation>
    </message>
    <message>
        <source>Longest stay in verifying the landed tree.</source>
        <translation>核验落地内容阶段的最长停留时间。</translation>
    </message>
    <message>
        <source>Longest stay in settling a failed batch.</source>
        <translation>了结失败批次的最长停留时间。</translation>
    </message>
    <message>
        <source>One REST call to GitLab.</source>
        <translation>单次 GitLab REST 调用的时限。</translation>
    </message>
    <message>
        <source>One fetch or push.</source>
        <translation>单次拉取或推送的时限。</translation>
    </message>
    <message>
        <source>One call to the approval system.</source>
        <translation>单次调用审批系统的时限。</translation>
    </message>
    <message>
        <source>One call to the permission service.</source>
        <translation>单次调用权限服务的时限。</translation>
    </message>
    <message>
        <source>One call to the employee directory.</source>
        <translation>单次查询员工目录的时限。</translation>
    </message>
    <message>
        <source>One call to the card gateway.</source>
        <translation>单次调用卡片网关的时限。</translation>
    </message>
    <message>
        <source>One outgoing notice.</source>
        <translation>发送单条对外通知的时限。</translation>
    </message>
    <message>
        <source>Merged for less than this: the callback may be on its way.</source>
        <translation>合并未满此时长：回调可能还在途中。</translation>
    </message>
    <message>
        <source>Merged for more than this: left to a person.</source>
        <translation>合并超过此时长：交由人工处理。</translation>
    </message>
    <message>
        <source>Between two runs of reconciliation.</source>
        <translation>两次对账之间的间隔。</translation>
    </message>
    <message>
        <source>How long a first answer is replayed.</source>
        <translation>首次应答可重放的时长。</translation>
    </message>
    <message>
        <source>History of finished requests and batches; when each landed is kept for ever.</source>
        <translation>已结束的申请和批次的历史；各自的落地时间永久保留。</translation>
    </message>
    <message>
        <source>Receipts of callbacks of approval and deployment.</source>
        <translation>审批回调和部署回调的收据。</translation>
    </message>
    <message>
        <source>Ledger of remote calls, and what was read of the forge.</source>
        <translation>远程调用台账，以及从 GitLab 读到的内容。</translation>
    </message>
    <message>
        <source>Findings, once resolved.</source>
        <translation>已解决的审计发现。</translation>
    </message>
    <message>
        <source>Recovery actions that are over; their audit is kept for ever.</source>
        <translation>已结束的恢复操作；其审计记录永久保留。</translation>
    </message>
    <message>
        <source>Between two looks for what may be purged.</source>
        <translation>两次查找可清理内容之间的间隔。</translation>
    </message>
    <message>
        <source>How long a branch is kept whose merge request was closed: a person may re-open it.</source>
        <translation>合并请求关闭之后分支保留多久：可能有人重新打开它。</translation>
    </message>
    <message>
        <source>Threads that run steps.</source>
        <translation>执行步骤的线程数。</translation>
    </message>
    <message>
        <source>Due tasks beyond which new work is refused.</source>
        <translation>到期任务超过此数时拒绝新的工作。</translation>
    </message>
    <message>
        <source>How long a claimed task belongs to its instance.</source>
        <translation>任务被领取后归该实例所有的时长。</translation>
    </message>
    <message>
        <source>Between two looks for due tasks when nobody rings.</source>
        <translation>无人唤醒时，两次查找到期任务之间的间隔。</translation>
    </message>
    <message>
        <source>Between two runs of the sweeper.</source>
        <translation>两次清扫之间的间隔。</translation>
    </message>
    <message>
        <source>Safety factor on the measured P99 of a decision.</source>
        <translation>在实测的审批处理 P99 时长上乘以的安全系数。</translation>
    </message>
    <message>
        <source>Shortest time a repeated click is noticed.</source>
        <translation>识别重复点击的最短时长。</translation>
    </message>
    <message>
        <source>Between two looks for those who wait for a change.</source>
        <translation>为等待变化的客户端两次查询之间的间隔。</translation>
    </message>
    <message>
        <source>Families labelled by user; capped.</source>
        <translation>按用户标注的指标族；数量有上限。</translation>
    </message>
    <message>
        <source>How long an action waits for its second person.</source>
        <translation>操作等待第二人确认的时长。</translation>
    </message>
    <message>
        <source>Between two rounds of the invariants&apos; auditor.</source>
        <translation>不变量审计两轮之间的间隔。</translation>
    </message>
    <message>
        <source>Irreversible actions need a second person.</source>
        <translation>不可逆操作需要第二人确认。</translation>
    </message>
</context>
<context>
    <name>Diagnosis</name>
    <message>
        <source>No new batch begins: a freeze window is on.</source>
        <translation>不会开始新批次：当前处于冻结窗口。</translation>
    </message>
    <message>
        <source>It has stood here longer than its budget of %3 s: %1 (read %2).</source>
        <translation>它在此停留已超过 %3 秒的时限：%1（已读 %2 次）。</translation>
    </message>
    <message>
        <source>Its process died while it worked; any other one takes it up.</source>
        <translation>处理它的进程中途终止；任何其他进程都会接手。</translation>
    </message>
    <message>
        <source>The batch is blocked by %2: %1</source>
        <translation>批次被 %2 阻塞：%1</translation>
    </message>
    <message>
        <source>Somebody merged it on GitLab after it had failed here; the local state lags.</source>
        <translation>它在这里失败之后，有人在 GitLab 上合并了它；本地状态滞后。</translation>
    </message>
    <message>
        <source>It waits at the merge gate until the partition is open.</source>
        <translation>它在合并闸口等待分区开放。</translation>
    </message>
    <message>
        <source>It waits for an approver.</source>
        <translation>正在等待审批人。</translation>
    </message>
    <message>
        <source>Queued behind batch %1 (%2).</source>
        <translation>在批次 %1（%2）之后排队。</translation>
    </message>
    <message>
        <source>The next round takes it.</source>
        <translation>下一轮会处理它。</translation>
    </message>
    <message>
        <source>No new batch begins: the partition is %1 by %2 (%3).</source>
        <translation>不会开始新批次：分区为 %1，由 %2 设置（%3）。</translation>
    </message>
    <message>
        <source>Its content failed alone before; it will be tried alone.</source>
        <translation>其内容曾单独失败；它将单独再试。</translation>
    </message>
    <message>
        <source>Working: %1 (read %2).</source>
        <translation>处理中：%1（已读 %2 次）。</translation>
    </message>
    <message>
        <source>Its process died while it worked; any other one takes it up. The slot stays held until the batch is settled.</source>
        <translation>处理它的进程中途终止；任何其他进程都会接手。在批次了结之前，槽位一直被占用。</translation>
    </message>
    <message>
        <source>The pipeline&apos;s outcome is unknown; it may still pass, so waiting is reasonable.</source>
        <translation>流水线结果未知；它仍可能通过，可以继续等待。</translation>
    </message>
    <message>
        <source>It was sent and its answer is unknown; GitLab is read again.</source>
        <translation>已发送但答复未知；会再次读取 GitLab。</translation>
    </message>
    <message>
        <source>It waits at the merge gate for %1 to merge.</source>
        <translation>它在合并闸口等待 %1 合并。</translation>
    </message>
    <message>
        <source>The pipeline failed. That is deterministic: the same merge request fails again.</source>
        <translation>流水线失败。结果是确定的：同一个合并请求会再次失败。</translation>
    </message>
    <message>
        <source>It conflicts with the target branch.</source>
        <translation>它与目标分支冲突。</translation>
    </message>
    <message>
        <source>A bot has no right to approve (not a repetition: it is not in the list).</source>
        <translation>某个机器人没有批准的权限（并非重复批准：它不在名单中）。</translation>
    </message>
    <message>
        <source>Both bots have approved already; the local record lags.</source>
        <translation>两个机器人都已批准；本地记录滞后。</translation>
    </message>
    <message>
        <source>An item of the approval&apos;s checklist has no recorded answer.</source>
        <translation>批准检查表中有一项没有记录答案。</translation>
    </message>
    <message>
        <source>It is merged on GitLab already; the local state lags.</source>
        <translation>它在 GitLab 上已合并；本地状态滞后。</translation>
    </message>
    <message>
        <source>Its merge request was closed outside Slipway.</source>
        <translation>它的合并请求在 Slipway 之外被关闭。</translation>
    </message>
    <message>
        <source>GitLab has not decided yet: its merge request is locked.</source>
        <translation>GitLab 尚未决定：其合并请求已锁定。</translation>
    </message>
    <message>
        <source>Somebody pushed to our branch.</source>
        <translation>有人向我们的分支推送了提交。</translation>
    </message>
    <message>
        <source>The batch is blocked: %1</source>
        <translation>批次已阻塞：%1</translation>
    </message>
    <message>
        <source>What landed is not what was validated.</source>
        <translation>落地的内容与校验过的内容不同。</translation>
    </message>
    <message>
        <source>It has landed; the deploy pipeline&apos;s callback may still be on its way.</source>
        <translation>它已落地；部署流水线的回调可能还在路上。</translation>
    </message>
    <message>
        <source>A later deploy contains it; its own callback was lost.</source>
        <translation>之后的部署已包含它；它自己的回调丢失了。</translation>
    </message>
    <message>
        <source>It has landed, but the deploy pipeline failed.</source>
        <translation>它已落地，但部署流水线失败。</translation>
    </message>
    <message>
        <source>It has landed long ago and nothing has proven that it was deployed.</source>
        <translation>它早已落地，但没有任何证据表明它已部署。</translation>
    </message>
    <message>
        <source>Whether the approval system received it is unknown; it is asked again.</source>
        <translation>不知道审批系统是否收到；会再次询问。</translation>
    </message>
    <message>
        <source>The service was overloaded; nothing ran.</source>
        <translation>服务过载，什么也没有执行。</translation>
    </message>
    <message>
        <source>It failed (%1). The user cannot ask again until it is recovered or closed.</source>
        <translation>它失败了（%1）。在恢复或关闭之前，用户不能重新申请。</translation>
    </message>
    <message>
        <source>GitLab is unreachable.</source>
        <translation>无法连接 GitLab。</translation>
    </message>
    <message>
        <source>GitLab refuses the token of %1.</source>
        <translation>GitLab 拒绝 %1 的令牌。</translation>
    </message>
    <message>
        <source>A configuration key is absent or wrong: %1</source>
        <translation>某个配置键缺失或有误：%1</translation>
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
        <source>Too many previews. Wait a moment and look again.</source>
        <translation>预览过于频繁。请稍等片刻再查看。</translation>
    </message>
    <message>
        <source>Too many submissions. Wait a moment and submit again.</source>
        <translation>提交过于频繁。请稍等片刻再提交。</translation>
    </message>
</context>
<context>
    <name>Finding</name>
    <message>
        <source>%1 active batches</source>
        <translation>有 %1 个进行中的批次</translation>
    </message>
    <message>
        <source>active_slot does not follow status</source>
        <translation>active_slot 与状态不符</translation>
    </message>
    <message>
        <source>member of %1 active or succeeded batches</source>
        <translation>同时属于 %1 个进行中或已成功的批次</translation>
    </message>
    <message>
        <source>claimed by batch %1 without a history entry</source>
        <translation>被批次 %1 领取，却没有对应的历史记录</translation>
    </message>
    <message>
        <source>still held by batch %1, which is failed or absent</source>
        <translation>仍被批次 %1 占有，而该批次已失败或不存在</translation>
    </message>
    <message>
        <source>its waiting row and its operation name different batches</source>
        <translation>其排队记录与申请指向不同的批次</translation>
    </message>
    <message>
        <source>%1 waiting rows</source>
        <translation>有 %1 条排队记录</translation>
    </message>
    <message>
        <source>waits for a batch while it stands in %1</source>
        <translation>正在等待进入批次，而其步骤却是 %1</translation>
    </message>
    <message>
        <source>QUEUED without a waiting row</source>
        <translation>处于排队中，却没有排队记录</translation>
    </message>
    <message>
        <source>%1 binding rows</source>
        <translation>有 %1 条绑定记录</translation>
    </message>
    <message>
        <source>its operation is missing or speaks of something else</source>
        <translation>对应的申请不存在，或内容不符</translation>
    </message>
    <message>
        <source>shows %1 while its binding shows %2</source>
        <translation>申请显示 %1，而其绑定显示 %2</translation>
    </message>
    <message>
        <source>history version %1 was written after %2</source>
        <translation>历史版本 %1 写在版本 %2 之后</translation>
    </message>
    <message>
        <source>version %1 is behind its history</source>
        <translation>版本 %1 落后于其历史</translation>
    </message>
    <message>
        <source>stands in %1/%2 and nothing will move it</source>
        <translation>停在 %1/%2，没有任何任务会推动它</translation>
    </message>
    <message>
        <source>RUNNING without a task</source>
        <translation>运行中，却没有任务</translation>
    </message>
    <message>
        <source>history row %1 does not begin where the row before it ended</source>
        <translation>历史记录 %1 的起始状态与前一条的结束状态不符</translation>
    </message>
    <message>
        <source>history ends in %1/%2, not in %3/%4</source>
        <translation>历史终止于 %1/%2，而不是 %3/%4</translation>
    </message>
    <message>
        <source>has no history</source>
        <translation>没有历史记录</translation>
    </message>
    <message>
        <source>never had a member</source>
        <translation>从未有过成员</translation>
    </message>
    <message>
        <source>stands in %1 while batch %2 is %3</source>
        <translation>停在 %1，而批次 %2 处于 %3</translation>
    </message>
    <message>
        <source>has not landed although batch %1 succeeded</source>
        <translation>批次 %1 已成功，它却没有落地</translation>
    </message>
    <message>
        <source>%1 batches share it</source>
        <translation>有 %1 个批次共用它</translation>
    </message>
    <message>
        <source>%1 single requests share it</source>
        <translation>有 %1 个单独处理的申请共用它</translation>
    </message>
    <message>
        <source>names another merge request than its batch %1</source>
        <translation>指向的合并请求与其批次 %1 的不同</translation>
    </message>
    <message>
        <source>%1 pending approvals</source>
        <translation>有 %1 张待处理的审批单</translation>
    </message>
    <message>
        <source>FAILED although its merge request was merged</source>
        <translation>已记为失败，但其合并请求已合并</translation>
    </message>
    <message>
        <source>VALIDATED without ever having been MERGED</source>
        <translation>已记为已验证，却从未合并</translation>
    </message>
    <message>
        <source>landed, but its binding does not hold it as effective</source>
        <translation>已落地，但其绑定并未将它记为生效</translation>
    </message>
    <message>
        <source>was removed, but its binding still holds something as effective</source>
        <translation>已移除，但其绑定仍记有生效内容</translation>
    </message>
    <message>
        <source>became %1 %2 times</source>
        <translation>进入状态 %1 达 %2 次</translation>
    </message>
    <message>
        <source>succeeded %1 times</source>
        <translation>成功了 %1 次</translation>
    </message>
    <message>
        <source>audit row %1 breaks the chain</source>
        <translation>审计记录 %1 处链条断裂</translation>
    </message>
    <message>
        <source>%1 although its merge request was merged</source>
        <translation>状态为 %1，但其合并请求已合并</translation>
    </message>
    <message>
        <source>%1 for %2, asked for by %3, ends at %4 and is removed then unless it is renewed</source>
        <translation>%3 为 %2 申请的 %1 将于 %4 到期，届时若未续期即被移除</translation>
    </message>
    <message>
        <source>step %1 took longer than %2 ms</source>
        <translation>步骤 %1 用时超过 %2 毫秒</translation>
    </message>
    <message>
        <source>what landed (%1) is not what was validated (%2)</source>
        <translation>实际落地的内容（%1）与已验证的内容（%2）不一致</translation>
    </message>
    <message>
        <source>merged as %1 by %2 after it had failed</source>
        <translation>失败之后又被 %2 合并（提交 %1）</translation>
    </message>
    <message>
        <source>merged as %1 by %2 after it had ended here</source>
        <translation>在此处结束之后又被 %2 合并（提交 %1）</translation>
    </message>
    <message>
        <source>a signed callback could not be read and was refused: %1 (trace %2)</source>
        <translation>一个已签名的回调无法解读，已拒绝：%1（追踪号 %2）</translation>
    </message>
    <message>
        <source>%1 landed since %2 UTC and GitLab sent no hook; what waits is found by asking, only later. Look at the project&apos;s webhook: is it there, switched on, with merge request and pipeline events and the right secret token?</source>
        <translation>自 %2 UTC 以来落地了 %1 个批次或申请，但 GitLab 没有发送任何 Webhook；等待中的内容仍会通过查询发现，只是更晚。请检查该项目的 Webhook：是否存在、是否启用、是否勾选了合并请求与流水线事件、密钥令牌是否正确？</translation>
    </message>
    <message>
        <source>GitLab refuses it since %1; no new batch begins until it is rotated</source>
        <translation>GitLab 自 %1 起拒绝该令牌；更换之前不会开始新批次</translation>
    </message>
    <message>
        <source>it ends at %1</source>
        <translation>该令牌将于 %1 到期</translation>
    </message>
    <message>
        <source>a decision names !%1, which is not its merge request</source>
        <translation>一个审批结果指向 !%1，而这不是该申请的合并请求</translation>
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
        <source>Its end has come; it is being removed. Submit again if you still need it.</source>
        <translation>已到期，正在移除。如仍需要，请重新提交。</translation>
    </message>
    <message>
        <source>It was in force until its end and is taken out again. Submit again if you still need it.</source>
        <translation>它已生效至到期，现正被移除。如仍需要，请重新提交。</translation>
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
        <source>The service is running, but there is no page to show here. Use the desktop console, or the HTTP interface that /api/openapi.json describes.</source>
        <translation>服务正在运行，但此处没有可显示的页面。请使用桌面控制台，或 /api/openapi.json 所描述的 HTTP 接口。</translation>
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
        <source>Found in the repository and taken over.</source>
        <translation>在仓库中已存在，已纳入管理。</translation>
    </message>
    <message>
        <source>Deployed: inferred, because a change that landed later was deployed.</source>
        <translation>已部署：由后合入的变更已部署推断得出。</translation>
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
