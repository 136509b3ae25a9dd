<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Actions</name>
    <message>
        <source>The batch is over.</source>
        <translation>批次已结束。</translation>
    </message>
    <message>
        <source>Only a running batch can be blocked.</source>
        <translation>只有运行中的批次可以阻塞。</translation>
    </message>
    <message>
        <source>The batch is not blocked.</source>
        <translation>批次没有被阻塞。</translation>
    </message>
    <message>
        <source>Only the requests of a failed batch can be queued again.</source>
        <translation>只有失败批次中的申请可以重新排队。</translation>
    </message>
    <message>
        <source>It moves with its batch: act on the batch.</source>
        <translation>它随批次一起推进：请对批次操作。</translation>
    </message>
    <message>
        <source>It is over.</source>
        <translation>它已结束。</translation>
    </message>
    <message>
        <source>It is in an active batch: settle the batch first.</source>
        <translation>它在活动批次中：请先了结批次。</translation>
    </message>
    <message>
        <source>What has landed cannot be closed.</source>
        <translation>已经落地的内容不能关闭。</translation>
    </message>
    <message>
        <source>Its pipeline&apos;s outcome is not in doubt.</source>
        <translation>它的流水线结果并无疑问。</translation>
    </message>
    <message>
        <source>Only what has landed and lacks its proof can be vouched for.</source>
        <translation>只有已落地但缺少证明的申请可以担保。</translation>
    </message>
    <message>
        <source>The partition is closed already.</source>
        <translation>分区已经关闭。</translation>
    </message>
    <message>
        <source>The partition is open already.</source>
        <translation>分区已经开放。</translation>
    </message>
    <message>
        <source>No batch begins while the partition is closed.</source>
        <translation>分区关闭期间不会开始新批次。</translation>
    </message>
    <message>
        <source>It is decided already.</source>
        <translation>已有决定。</translation>
    </message>
    <message>
        <source>It does not wait for a second person.</source>
        <translation>它并不在等待第二个人。</translation>
    </message>
    <message>
        <source>Check Again</source>
        <translation>重新检查</translation>
    </message>
    <message>
        <source>Reads what GitLab and the approval system say now. Changes nothing there.</source>
        <translation>读取 GitLab 和审批系统当前的状态，不改变任何内容。</translation>
    </message>
    <message>
        <source>Retry the Step</source>
        <translation>重试该步骤</translation>
    </message>
    <message>
        <source>Takes up the step at which it stopped.</source>
        <translation>从停下的步骤继续。</translation>
    </message>
    <message>
        <source>Take the Pipeline for Passed</source>
        <translation>认定流水线通过</translation>
    </message>
    <message>
        <source>Goes on by the pipelines that passed for exactly this commit.</source>
        <translation>依据恰好针对此提交并已通过的流水线继续。</translation>
    </message>
    <message>
        <source>Ignore pipelines</source>
        <translation>忽略的流水线</translation>
    </message>
    <message>
        <source>Numbers of pipelines that will never end, with commas between; empty for none</source>
        <translation>永远不会结束的流水线编号，用逗号分隔；没有则留空</translation>
    </message>
    <message>
        <source>Align with GitLab</source>
        <translation>与 GitLab 对齐</translation>
    </message>
    <message>
        <source>Makes the record agree with what has happened on GitLab.</source>
        <translation>使记录与 GitLab 上已发生的事实一致。</translation>
    </message>
    <message>
        <source>Settle as Failed</source>
        <translation>了结为失败</translation>
    </message>
    <message>
        <source>Closes the merge request, reads it again and ends the batch by what it says: merged wins.</source>
        <translation>关闭合并请求并再次读取，按其结果结束批次：已合并优先。</translation>
    </message>
    <message>
        <source>Block the Batch</source>
        <translation>阻塞批次</translation>
    </message>
    <message>
        <source>Holds the batch where it is. Its slot stays taken.</source>
        <translation>让批次停在原处，槽位仍被占用。</translation>
    </message>
    <message>
        <source>Release the Batch</source>
        <translation>解除批次阻塞</translation>
    </message>
    <message>
        <source>Lets the batch go on where it was held.</source>
        <translation>让批次从停下的地方继续。</translation>
    </message>
    <message>
        <source>Queue Its Requests Again</source>
        <translation>重新排队其申请</translation>
    </message>
    <message>
        <source>Sends the requests of a failed batch back into the line.</source>
        <translation>把失败批次中的申请放回队列。</translation>
    </message>
    <message>
        <source>Close the Request</source>
        <translation>关闭申请</translation>
    </message>
    <message>
        <source>Gives the request up, so that its user may ask again.</source>
        <translation>放弃该申请，使用户可以重新提交。</translation>
    </message>
    <message>
        <source>Vouch for the Deployment</source>
        <translation>担保已部署</translation>
    </message>
    <message>
        <source>Takes it for deployed on two persons&apos; word, without proof.</source>
        <translation>凭两个人的担保视为已部署，没有证明。</translation>
    </message>
    <message>
        <source>Look for the Proof of Deployment</source>
        <translation>查找部署证明</translation>
    </message>
    <message>
        <source>Looks now whether a later deployment contains it.</source>
        <translation>立即查看后来的部署是否包含它。</translation>
    </message>
    <message>
        <source>Run a Round</source>
        <translation>立即执行一轮</translation>
    </message>
    <message>
        <source>Takes waiting requests into a new batch now, if the slot is free.</source>
        <translation>若槽位空闲，立即把等待的申请纳入新批次。</translation>
    </message>
    <message>
        <source>Pause the Partition</source>
        <translation>暂停分区</translation>
    </message>
    <message>
        <source>No new batch begins until it is resumed. A batch under way goes on.</source>
        <translation>恢复之前不会开始新批次；进行中的批次继续。</translation>
    </message>
    <message>
        <source>Resume the Partition</source>
        <translation>恢复分区</translation>
    </message>
    <message>
        <source>Batches begin again.</source>
        <translation>批次重新开始。</translation>
    </message>
    <message>
        <source>Remind the Approver</source>
        <translation>提醒审批人</translation>
    </message>
    <message>
        <source>Asks the approver once more.</source>
        <translation>再次请求审批人。</translation>
    </message>
    <message>
        <source>Confirm as Second Person</source>
        <translation>作为第二人确认</translation>
    </message>
    <message>
        <source>Lets the action of somebody else be done.</source>
        <translation>允许执行他人的操作。</translation>
    </message>
    <message>
        <source>Reject as Second Person</source>
        <translation>作为第二人驳回</translation>
    </message>
    <message>
        <source>Ends the action of somebody else; nothing is done.</source>
        <translation>结束他人的操作，不执行任何内容。</translation>
    </message>
    <message>
        <source>Nothing is selected.</source>
        <translation>没有选中任何内容。</translation>
    </message>
    <message>
        <source>More than %1 at once: choose fewer.</source>
        <translation>一次超过 %1 个：请少选一些。</translation>
    </message>
    <message>
        <source>It is not for this kind of thing.</source>
        <translation>此操作不适用于这类对象。</translation>
    </message>
</context>
<context>
    <name>Attention</name>
    <message>
        <source>Resume the partition</source>
        <translation>恢复分区</translation>
    </message>
    <message>
        <source>Look at its plan and confirm it</source>
        <translation>查看计划并确认</translation>
    </message>
    <message>
        <source>Reject it</source>
        <translation>驳回</translation>
    </message>
    <message>
        <source>The auditor looks again and resolves it when it no longer holds.</source>
        <translation>审计程序会再次检查，不再成立时自动解除。</translation>
    </message>
</context>
<context>
    <name>Columns</name>
    <message>
        <source>Kind</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>编号</translation>
    </message>
    <message>
        <source>Waits</source>
        <translation>已等待</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Next safe action</source>
        <translation>下一步安全操作</translation>
    </message>
    <message>
        <source>About</source>
        <translation>关于</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批次</translation>
    </message>
    <message>
        <source>Partition</source>
        <translation>分区</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>申请</translation>
    </message>
    <message>
        <source>Merge request</source>
        <translation>合并请求</translation>
    </message>
    <message>
        <source>Began</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Last change</source>
        <translation>最近变化</translation>
    </message>
    <message>
        <source>By</source>
        <translation>由</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>申请</translation>
    </message>
    <message>
        <source>Subject</source>
        <translation>主体</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变更</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>In the batch</source>
        <translation>在批次中</translation>
    </message>
    <message>
        <source>Failure</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Requester</source>
        <translation>申请人</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>Call</source>
        <translation>调用</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>答复</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Settled by</source>
        <translation>了结者</translation>
    </message>
    <message>
        <source>Try</source>
        <translation>尝试</translation>
    </message>
    <message>
        <source>Request sent</source>
        <translation>已发请求</translation>
    </message>
    <message>
        <source>Submitted</source>
        <translation>提交</translation>
    </message>
    <message>
        <source>Cause</source>
        <translation>起因</translation>
    </message>
    <message>
        <source>If nothing is done</source>
        <translation>如果不处理</translation>
    </message>
    <message>
        <source>It stays as it is.</source>
        <translation>保持现状。</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>发现</translation>
    </message>
    <message>
        <source>Detail</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Seen</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>First seen</source>
        <translation>首次发现</translation>
    </message>
    <message>
        <source>Last seen</source>
        <translation>最近发现</translation>
    </message>
    <message>
        <source>Resolved</source>
        <translation>解除时间</translation>
    </message>
    <message>
        <source>Resolved by</source>
        <translation>解除者</translation>
    </message>
    <message>
        <source>When</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Who</source>
        <translation>谁</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>On</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Trace</source>
        <translation>追踪号</translation>
    </message>
    <message>
        <source>Sealed as</source>
        <translation>封存序号</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>配置项</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>From</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>默认值</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>含义</translation>
    </message>
    <message>
        <source>Acts</source>
        <translation>生效</translation>
    </message>
    <message>
        <source>after a restart</source>
        <translation>重启后</translation>
    </message>
    <message>
        <source>at once</source>
        <translation>立即</translation>
    </message>
    <message>
        <source>Form</source>
        <translation>审批单</translation>
    </message>
    <message>
        <source>Provider</source>
        <translation>提供方</translation>
    </message>
    <message>
        <source>Round</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>Decided by</source>
        <translation>决定者</translation>
    </message>
    <message>
        <source>Decided</source>
        <translation>决定时间</translation>
    </message>
    <message>
        <source>Reminded</source>
        <translation>提醒时间</translation>
    </message>
    <message>
        <source>Expires</source>
        <translation>到期</translation>
    </message>
    <message>
        <source>Second person</source>
        <translation>第二人</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>Last beat</source>
        <translation>最近心跳</translation>
    </message>
</context>
<context>
    <name>Commands</name>
    <message>
        <source>&amp;Open a Service…</source>
        <translation>打开服务(&amp;O)…</translation>
    </message>
    <message>
        <source>Looks at another service, and keeps how</source>
        <translation>查看另一个服务，并保存其配置</translation>
    </message>
    <message>
        <source>For &amp;Looking Only</source>
        <translation>只读(&amp;L)</translation>
    </message>
    <message>
        <source>No action may be done while this is on</source>
        <translation>开启期间不能执行任何操作</translation>
    </message>
    <message>
        <source>Save a &amp;Support Bundle…</source>
        <translation>保存支持包(&amp;S)…</translation>
    </message>
    <message>
        <source>Versions, state and what was asked, without secrets</source>
        <translation>版本、状态和请求记录，不含机密</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>Closes the console; what the service does goes on</source>
        <translation>关闭控制台；服务的工作继续</translation>
    </message>
    <message>
        <source>&amp;Refresh</source>
        <translation>刷新(&amp;R)</translation>
    </message>
    <message>
        <source>Reads everything shown anew</source>
        <translation>重新读取所显示的全部内容</translation>
    </message>
    <message>
        <source>&amp;Filter</source>
        <translation>筛选(&amp;F)</translation>
    </message>
    <message>
        <source>Goes to the page&apos;s filter</source>
        <translation>转到本页的筛选框</translation>
    </message>
    <message>
        <source>&amp;Next Page</source>
        <translation>下一页(&amp;N)</translation>
    </message>
    <message>
        <source>Shows the page to the right</source>
        <translation>显示右边的页面</translation>
    </message>
    <message>
        <source>&amp;Previous Page</source>
        <translation>上一页(&amp;P)</translation>
    </message>
    <message>
        <source>Shows the page to the left</source>
        <translation>显示左边的页面</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>打开(&amp;O)</translation>
    </message>
    <message>
        <source>Shows all that is known of the chosen row</source>
        <translation>显示所选行的全部信息</translation>
    </message>
    <message>
        <source>Copy &amp;Id</source>
        <translation>复制编号(&amp;I)</translation>
    </message>
    <message>
        <source>Copies the ids of the chosen rows</source>
        <translation>复制所选行的编号</translation>
    </message>
    <message>
        <source>Copy &amp;Link</source>
        <translation>复制链接(&amp;L)</translation>
    </message>
    <message>
        <source>Copies a slipway:// link to the chosen row</source>
        <translation>复制指向所选行的 slipway:// 链接</translation>
    </message>
    <message>
        <source>Copy Row as &amp;JSON</source>
        <translation>复制行为 JSON(&amp;J)</translation>
    </message>
    <message>
        <source>Copies the chosen rows as the service sent them</source>
        <translation>按服务返回的原样复制所选行</translation>
    </message>
    <message>
        <source>&amp;Export What Is Shown…</source>
        <translation>导出所显示的内容(&amp;E)…</translation>
    </message>
    <message>
        <source>Writes the table to a CSV file, safe for spreadsheets</source>
        <translation>把表格写入 CSV 文件，对电子表格安全</translation>
    </message>
    <message>
        <source>&amp;Commands…</source>
        <translation>命令(&amp;C)…</translation>
    </message>
    <message>
        <source>Finds any command by its name</source>
        <translation>按名称查找任何命令</translation>
    </message>
    <message>
        <source>&amp;Keys</source>
        <translation>快捷键(&amp;K)</translation>
    </message>
    <message>
        <source>Every command with its keys</source>
        <translation>所有命令及其快捷键</translation>
    </message>
</context>
<context>
    <name>Duration</name>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 小时 %2 分</translation>
    </message>
    <message>
        <source>%1 d %2 h</source>
        <translation>%1 天 %2 小时</translation>
    </message>
    <message>
        <source>%1 here
%2</source>
        <translation>本地 %1
%2</translation>
    </message>
    <message>
        <source>By itself: nothing happens.</source>
        <translation>若不处理：不会发生任何事。</translation>
    </message>
    <message>
        <source>By itself: %1</source>
        <translation>自动：%1</translation>
    </message>
    <message>
        <source>By itself in %1: %2</source>
        <translation>%1后自动：%2</translation>
    </message>
    <message>
        <source>By itself, now: %1</source>
        <translation>现在自动：%1</translation>
    </message>
</context>
<context>
    <name>Empty</name>
    <message>
        <source>Nothing waits for a person.

What stops and needs one stands here, what holds up most first, each line with why it waits and the next safe action.</source>
        <translation>没有事项等待人工处理。

停下来并需要人工处理的事项会列在这里，影响最大的排在最前，每行注明等待的原因和下一步安全操作。</translation>
    </message>
    <message>
        <source>There is no batch yet.

A round takes the approved requests that wait and puts them into one merge request: that is a batch.</source>
        <translation>还没有批次。

每一轮会把等待中的已批准申请放进同一个合并请求，这就是一个批次。</translation>
    </message>
    <message>
        <source>There is no such request.

The fields above search the service itself; empty them to see the newest requests.</source>
        <translation>没有符合条件的申请。

上方各栏在服务端搜索；清空它们即可看到最新的申请。</translation>
    </message>
    <message>
        <source>No request waits for a person.

One whose step failed, or whose outcome is unknown, stands here by its cause, with what happens if nothing is done.</source>
        <translation>没有申请等待人工处理。

步骤失败或结果未知的申请会按起因列在这里，并注明不处理时会怎样。</translation>
    </message>
    <message>
        <source>The auditor has found nothing.

It compares the records with each other and with GitLab all the time. What does not hold stands here, and is resolved by itself when it holds again.</source>
        <translation>审计器没有发现问题。

它持续核对各项记录以及它们与 GitLab 是否一致。不成立的会列在这里，恢复成立后自动解决。</translation>
    </message>
    <message>
        <source>Nobody has done anything yet.

Every action of a maintainer stands here, refused ones too: who, what, why, and what came of it.</source>
        <translation>还没有人做过任何操作。

维护者的每次操作都会列在这里，被拒绝的也在内：谁、做了什么、为什么、结果如何。</translation>
    </message>
    <message>
        <source>The service has sent no keys.

Each key stands here with its value, where it comes from, and a warning where it is absent or wrong.</source>
        <translation>服务没有返回配置项。

每个配置项会列在这里，注明它的值和来源；缺失或有误时附有警告。</translation>
    </message>
    <message>
        <source>Slipway keeps no approval forms.

Forms stand here where Slipway itself approves, for targets whose approval is built in. Where another system approves, look there; the requests that wait for it stand on the page Requests with the status Awaiting approval, and an approver is reminded from there.</source>
        <translation>Slipway 没有保存审批单。

由 Slipway 自身审批（目标使用内置审批）时，审批单会列在这里。由其他系统审批时，请到该系统查看；等待它的申请在“申请”页中，状态为“等待审批”，也可在那里提醒审批人。</translation>
    </message>
</context>
<context>
    <name>Events</name>
    <message>
        <source>submitted, merge request first</source>
        <translation>已提交，先建合并请求</translation>
    </message>
    <message>
        <source>submitted, approval first</source>
        <translation>已提交，先审批</translation>
    </message>
    <message>
        <source>submitted during overload</source>
        <translation>过载时提交</translation>
    </message>
    <message>
        <source>adopted from the repository</source>
        <translation>从仓库接管</translation>
    </message>
    <message>
        <source>sent for approval</source>
        <translation>已送审</translation>
    </message>
    <message>
        <source>approval system refused it</source>
        <translation>审批系统拒收</translation>
    </message>
    <message>
        <source>no answer from the approval system</source>
        <translation>审批系统没有答复</translation>
    </message>
    <message>
        <source>approved</source>
        <translation>已批准</translation>
    </message>
    <message>
        <source>approved, lands alone</source>
        <translation>已批准，单独落地</translation>
    </message>
    <message>
        <source>approved during overload</source>
        <translation>过载时批准</translation>
    </message>
    <message>
        <source>rejected</source>
        <translation>已拒绝</translation>
    </message>
    <message>
        <source>withdrawn</source>
        <translation>已撤回</translation>
    </message>
    <message>
        <source>approval expired</source>
        <translation>审批已过期</translation>
    </message>
    <message>
        <source>ended with its merge request open</source>
        <translation>结束时合并请求仍打开</translation>
    </message>
    <message>
        <source>taken into a batch</source>
        <translation>已进入批次</translation>
    </message>
    <message>
        <source>merge request opened</source>
        <translation>合并请求已打开</translation>
    </message>
    <message>
        <source>pipeline passed</source>
        <translation>流水线已通过</translation>
    </message>
    <message>
        <source>pipeline failed</source>
        <translation>流水线失败</translation>
    </message>
    <message>
        <source>pipeline took too long</source>
        <translation>流水线超时</translation>
    </message>
    <message>
        <source>creating failed</source>
        <translation>创建失败</translation>
    </message>
    <message>
        <source>push refused</source>
        <translation>推送被拒绝</translation>
    </message>
    <message>
        <source>conflict while creating</source>
        <translation>创建时有冲突</translation>
    </message>
    <message>
        <source>merge request refused</source>
        <translation>合并请求被拒绝</translation>
    </message>
    <message>
        <source>nothing to change: it stands there already</source>
        <translation>无需变更：内容已在</translation>
    </message>
    <message>
        <source>nothing to change, approval wanted</source>
        <translation>无需变更，仍需审批</translation>
    </message>
    <message>
        <source>approval asked for</source>
        <translation>已请求审批</translation>
    </message>
    <message>
        <source>handling begun</source>
        <translation>开始处理</translation>
    </message>
    <message>
        <source>both bots approved</source>
        <translation>两个机器人均已批准</translation>
    </message>
    <message>
        <source>GitLab refused an approval</source>
        <translation>GitLab 拒绝了批准</translation>
    </message>
    <message>
        <source>rebase begun</source>
        <translation>开始变基</translation>
    </message>
    <message>
        <source>rebase done</source>
        <translation>变基完成</translation>
    </message>
    <message>
        <source>validated again</source>
        <translation>已重新验证</translation>
    </message>
    <message>
        <source>rebase met a conflict</source>
        <translation>变基遇到冲突</translation>
    </message>
    <message>
        <source>rebase&apos;s outcome unknown</source>
        <translation>变基结果未知</translation>
    </message>
    <message>
        <source>merge sent</source>
        <translation>已发出合并</translation>
    </message>
    <message>
        <source>merge refused</source>
        <translation>合并被拒绝</translation>
    </message>
    <message>
        <source>merge&apos;s outcome unknown</source>
        <translation>合并结果未知</translation>
    </message>
    <message>
        <source>read again: not done</source>
        <translation>再次读取：尚未完成</translation>
    </message>
    <message>
        <source>an approval was lost</source>
        <translation>批准已失效</translation>
    </message>
    <message>
        <source>the target moved too often</source>
        <translation>目标分支变动过于频繁</translation>
    </message>
    <message>
        <source>foreign push to our branch</source>
        <translation>我们的分支上有外来推送</translation>
    </message>
    <message>
        <source>closed on GitLab by somebody</source>
        <translation>被人在 GitLab 上关闭</translation>
    </message>
    <message>
        <source>read as merged</source>
        <translation>读取到已合并</translation>
    </message>
    <message>
        <source>deployed</source>
        <translation>已部署</translation>
    </message>
    <message>
        <source>deployment failed</source>
        <translation>部署失败</translation>
    </message>
    <message>
        <source>no proof of deployment in time</source>
        <translation>期限内没有部署证明</translation>
    </message>
    <message>
        <source>sent for approval anew</source>
        <translation>重新送审</translation>
    </message>
    <message>
        <source>closing tried again</source>
        <translation>再次关闭</translation>
    </message>
    <message>
        <source>created anew</source>
        <translation>重新创建</translation>
    </message>
    <message>
        <source>queued anew</source>
        <translation>重新排队</translation>
    </message>
    <message>
        <source>handled anew</source>
        <translation>重新处理</translation>
    </message>
    <message>
        <source>closing wanted</source>
        <translation>要求关闭</translation>
    </message>
    <message>
        <source>read as closed</source>
        <translation>读取到已关闭</translation>
    </message>
    <message>
        <source>could not be closed</source>
        <translation>无法关闭</translation>
    </message>
    <message>
        <source>queued again after its batch failed</source>
        <translation>批次失败后重新排队</translation>
    </message>
    <message>
        <source>its batch failed while creating</source>
        <translation>所在批次在创建时失败</translation>
    </message>
    <message>
        <source>its batch failed while handling</source>
        <translation>所在批次在处理时失败</translation>
    </message>
    <message>
        <source>left the batch before it landed</source>
        <translation>落地前离开批次</translation>
    </message>
    <message>
        <source>aligned with GitLab</source>
        <translation>已与 GitLab 对齐</translation>
    </message>
</context>
<context>
    <name>Filters</name>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Partition</source>
        <translation>分区</translation>
    </message>
    <message>
        <source>Subject</source>
        <translation>主体</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>Requester</source>
        <translation>申请人</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批次</translation>
    </message>
    <message>
        <source>Merge request</source>
        <translation>合并请求</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>发现</translation>
    </message>
    <message>
        <source>Who</source>
        <translation>谁</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>编号</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>申请</translation>
    </message>
</context>
<context>
    <name>Main</name>
    <message>
        <source>Recording</source>
        <translation>录制</translation>
    </message>
</context>
<context>
    <name>Pages</name>
    <message>
        <source>Needs Attention</source>
        <translation>需要关注</translation>
    </message>
    <message>
        <source>Batches</source>
        <translation>批次</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>申请</translation>
    </message>
    <message>
        <source>Pending</source>
        <translation>待人工处理</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>概览</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>审计发现</translation>
    </message>
    <message>
        <source>Audit</source>
        <translation>审计</translation>
    </message>
    <message>
        <source>Configuration</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>Approvals</source>
        <translation>审批</translation>
    </message>
</context>
<context>
    <name>Plan</name>
    <message>
        <source>Plan: %1</source>
        <translation>计划：%1</translation>
    </message>
    <message>
        <source>From and to</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>Only if (else nothing is done)</source>
        <translation>仅当（否则什么都不做）</translation>
    </message>
    <message>
        <source>Would be written</source>
        <translation>将写入</translation>
    </message>
    <message>
        <source>Would be asked of others</source>
        <translation>将对外请求</translation>
    </message>
    <message>
        <source>It cannot be undone.</source>
        <translation>此操作不可撤销。</translation>
    </message>
    <message>
        <source>A second person has to confirm it before it happens.</source>
        <translation>执行之前须由第二个人确认。</translation>
    </message>
    <message>
        <source>Recorded as action %1</source>
        <translation>已记录为操作 %1</translation>
    </message>
</context>
<context>
    <name>Profile</name>
    <message>
        <source>Development</source>
        <translation>开发</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>Production</source>
        <translation>生产</translation>
    </message>
</context>
<context>
    <name>RecordPage</name>
    <message>
        <source>The chosen row in full</source>
        <translation>所选行的完整内容</translation>
    </message>
    <message>
        <source>Choose a row to see it in full.</source>
        <translation>选择一行以查看完整内容。</translation>
    </message>
    <message>
        <source>As the service sent it:</source>
        <translation>服务返回的原文：</translation>
    </message>
</context>
<context>
    <name>Remote</name>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Nobody has recorded a reading of it yet. &quot;Check Again&quot; makes one.</source>
        <translation>还没有读取记录。“重新检查”会读取一次。</translation>
    </message>
    <message>
        <source>Last read</source>
        <translation>最近读取</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>GitLab&apos;s word</source>
        <translation>GitLab 的说法</translation>
    </message>
    <message>
        <source>Conflicts</source>
        <translation>冲突</translation>
    </message>
    <message>
        <source>Head</source>
        <translation>头提交</translation>
    </message>
    <message>
        <source>Merge commit</source>
        <translation>合并提交</translation>
    </message>
    <message>
        <source>By</source>
        <translation>由</translation>
    </message>
    <message>
        <source>Target&apos;s head</source>
        <translation>目标分支头提交</translation>
    </message>
    <message>
        <source>Target has moved</source>
        <translation>目标分支已前移</translation>
    </message>
    <message>
        <source>Pipeline</source>
        <translation>流水线</translation>
    </message>
    <message>
        <source>Approved by</source>
        <translation>批准者</translation>
    </message>
    <message>
        <source>Bot</source>
        <translation>机器人</translation>
    </message>
    <message>
        <source>%1: has approved %2, may approve %3</source>
        <translation>%1：已批准 %2，可批准 %3</translation>
    </message>
</context>
<context>
    <name>Steps</name>
    <message>
        <source>creating begun</source>
        <translation>开始创建</translation>
    </message>
    <message>
        <source>pipeline passed</source>
        <translation>流水线已通过</translation>
    </message>
    <message>
        <source>creating failed</source>
        <translation>创建失败</translation>
    </message>
    <message>
        <source>pipeline failed while creating</source>
        <translation>创建时流水线失败</translation>
    </message>
    <message>
        <source>push refused</source>
        <translation>推送被拒绝</translation>
    </message>
    <message>
        <source>conflict while creating</source>
        <translation>创建时有冲突</translation>
    </message>
    <message>
        <source>merge request refused</source>
        <translation>合并请求被拒绝</translation>
    </message>
    <message>
        <source>overloaded, not created</source>
        <translation>过载，未创建</translation>
    </message>
    <message>
        <source>pipeline running</source>
        <translation>流水线运行中</translation>
    </message>
    <message>
        <source>handling begun</source>
        <translation>开始处理</translation>
    </message>
    <message>
        <source>approved by both bots</source>
        <translation>两个机器人均已批准</translation>
    </message>
    <message>
        <source>landed, deployment not proven</source>
        <translation>已落地，部署尚未证明</translation>
    </message>
    <message>
        <source>bots could not approve</source>
        <translation>机器人未能批准</translation>
    </message>
    <message>
        <source>conflict with the target</source>
        <translation>与目标分支冲突</translation>
    </message>
    <message>
        <source>pipeline failed while handling</source>
        <translation>处理时流水线失败</translation>
    </message>
    <message>
        <source>merge failed</source>
        <translation>合并失败</translation>
    </message>
    <message>
        <source>merge request closed by somebody</source>
        <translation>合并请求被人关闭</translation>
    </message>
    <message>
        <source>overloaded, not handled</source>
        <translation>过载，未处理</translation>
    </message>
    <message>
        <source>rebasing</source>
        <translation>变基中</translation>
    </message>
    <message>
        <source>foreign push to our branch</source>
        <translation>我们的分支上有外来推送</translation>
    </message>
    <message>
        <source>pipeline runs again after the rebase</source>
        <translation>变基后流水线再次运行</translation>
    </message>
    <message>
        <source>merging</source>
        <translation>合并中</translation>
    </message>
    <message>
        <source>closing</source>
        <translation>关闭中</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>已关闭</translation>
    </message>
    <message>
        <source>closing failed</source>
        <translation>关闭失败</translation>
    </message>
    <message>
        <source>its batch failed</source>
        <translation>所在批次失败</translation>
    </message>
    <message>
        <source>deployed</source>
        <translation>已部署</translation>
    </message>
    <message>
        <source>deployment failed</source>
        <translation>部署失败</translation>
    </message>
    <message>
        <source>being sent for approval</source>
        <translation>正在送审</translation>
    </message>
    <message>
        <source>awaiting approval</source>
        <translation>等待审批</translation>
    </message>
    <message>
        <source>could not be sent for approval</source>
        <translation>送审失败</translation>
    </message>
    <message>
        <source>rejected by the approver</source>
        <translation>审批人已拒绝</translation>
    </message>
    <message>
        <source>withdrawn</source>
        <translation>已撤回</translation>
    </message>
    <message>
        <source>queued</source>
        <translation>排队中</translation>
    </message>
    <message>
        <source>approval expired</source>
        <translation>审批已过期</translation>
    </message>
    <message>
        <source>overloaded, not sent for approval</source>
        <translation>过载，未送审</translation>
    </message>
    <message>
        <source>pipeline&apos;s outcome unknown while handling</source>
        <translation>处理时流水线结果未知</translation>
    </message>
    <message>
        <source>pipeline&apos;s outcome unknown</source>
        <translation>流水线结果未知</translation>
    </message>
    <message>
        <source>rebase&apos;s outcome unknown</source>
        <translation>变基结果未知</translation>
    </message>
    <message>
        <source>sent for approval or not: unknown</source>
        <translation>是否已送审未知</translation>
    </message>
    <message>
        <source>merge&apos;s outcome unknown</source>
        <translation>合并结果未知</translation>
    </message>
    <message>
        <source>deployment never proven</source>
        <translation>部署一直未证明</translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message>
        <source>Running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>Succeeded</source>
        <translation>成功</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Blocked</source>
        <translation>阻塞</translation>
    </message>
    <message>
        <source>Claimed</source>
        <translation>已领取</translation>
    </message>
    <message>
        <source>Building</source>
        <translation>构建中</translation>
    </message>
    <message>
        <source>Pipeline</source>
        <translation>流水线</translation>
    </message>
    <message>
        <source>Approving</source>
        <translation>批准中</translation>
    </message>
    <message>
        <source>Rebasing</source>
        <translation>变基中</translation>
    </message>
    <message>
        <source>Revalidating</source>
        <translation>重新验证</translation>
    </message>
    <message>
        <source>Merging</source>
        <translation>合并中</translation>
    </message>
    <message>
        <source>Verifying</source>
        <translation>核验中</translation>
    </message>
    <message>
        <source>Settling</source>
        <translation>了结中</translation>
    </message>
    <message>
        <source>Sending for approval</source>
        <translation>正在送审</translation>
    </message>
    <message>
        <source>Awaiting approval</source>
        <translation>等待审批</translation>
    </message>
    <message>
        <source>Queued</source>
        <translation>排队中</translation>
    </message>
    <message>
        <source>Creating merge request</source>
        <translation>创建合并请求</translation>
    </message>
    <message>
        <source>Merge request open</source>
        <translation>合并请求已开</translation>
    </message>
    <message>
        <source>Merged</source>
        <translation>已合并</translation>
    </message>
    <message>
        <source>Validated</source>
        <translation>已验证</translation>
    </message>
    <message>
        <source>Creating failed</source>
        <translation>创建失败</translation>
    </message>
    <message>
        <source>Handling failed</source>
        <translation>处理失败</translation>
    </message>
    <message>
        <source>Rejected</source>
        <translation>已驳回</translation>
    </message>
    <message>
        <source>Closed</source>
        <translation>已关闭</translation>
    </message>
    <message>
        <source>bind</source>
        <translation>绑定</translation>
    </message>
    <message>
        <source>unbind</source>
        <translation>解绑</translation>
    </message>
    <message>
        <source>Would be done</source>
        <translation>将执行</translation>
    </message>
    <message>
        <source>Already fine</source>
        <translation>无需执行</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>被拒绝</translation>
    </message>
    <message>
        <source>Changed meanwhile</source>
        <translation>期间已变化</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>已启动</translation>
    </message>
    <message>
        <source>Awaits a second person</source>
        <translation>等待第二人</translation>
    </message>
    <message>
        <source>Expired</source>
        <translation>已过期</translation>
    </message>
    <message>
        <source>Plan changed</source>
        <translation>计划已变</translation>
    </message>
    <message>
        <source>Looking</source>
        <translation>查看中</translation>
    </message>
    <message>
        <source>Not begun</source>
        <translation>未开始</translation>
    </message>
    <message>
        <source>Under way</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>Outcome unknown</source>
        <translation>结果未知</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>申请</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批次</translation>
    </message>
    <message>
        <source>Partition</source>
        <translation>分区</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>发现</translation>
    </message>
    <message>
        <source>GitLab</source>
        <translation>GitLab</translation>
    </message>
    <message>
        <source>Configuration key</source>
        <translation>配置项</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Approval</source>
        <translation>审批</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>开放</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Halted</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Being stopped</source>
        <translation>正在停止</translation>
    </message>
    <message>
        <source>Stuck</source>
        <translation>卡住</translation>
    </message>
    <message>
        <source>Silent</source>
        <translation>无心跳</translation>
    </message>
    <message>
        <source>Pending</source>
        <translation>待处理</translation>
    </message>
    <message>
        <source>Accepted</source>
        <translation>已通过</translation>
    </message>
    <message>
        <source>Withdrawn</source>
        <translation>已撤回</translation>
    </message>
    <message>
        <source>Resolved</source>
        <translation>已解除</translation>
    </message>
    <message>
        <source>Locked</source>
        <translation>已锁定</translation>
    </message>
    <message>
        <source>Absent</source>
        <translation>不存在</translation>
    </message>
    <message>
        <source>Passed</source>
        <translation>通过</translation>
    </message>
    <message>
        <source>Skipped</source>
        <translation>已跳过</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Callback</source>
        <translation>回调</translation>
    </message>
    <message>
        <source>Deployment</source>
        <translation>部署</translation>
    </message>
    <message>
        <source>Remote call</source>
        <translation>远程调用</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Vote</source>
        <translation>投票</translation>
    </message>
    <message>
        <source>Audit</source>
        <translation>审计</translation>
    </message>
    <message>
        <source>Card</source>
        <translation>卡片</translation>
    </message>
    <message>
        <source>GitLab&apos;s word</source>
        <translation>GitLab 的说法</translation>
    </message>
    <message>
        <source>Blocked by a person</source>
        <translation>被人为阻塞</translation>
    </message>
    <message>
        <source>More approvals wanted than the bots can give</source>
        <translation>所需批准数超过机器人能给出的数量</translation>
    </message>
    <message>
        <source>Push refused</source>
        <translation>推送被拒绝</translation>
    </message>
    <message>
        <source>The target moved too often</source>
        <translation>目标分支变动过于频繁</translation>
    </message>
    <message>
        <source>What landed is not what was validated</source>
        <translation>落地内容与验证内容不一致</translation>
    </message>
    <message>
        <source>Free the Slot</source>
        <translation>释放槽位</translation>
    </message>
    <message>
        <source>Open the Batch</source>
        <translation>打开批次</translation>
    </message>
    <message>
        <source>Reachable</source>
        <translation>可达</translation>
    </message>
    <message>
        <source>Away</source>
        <translation>不可达</translation>
    </message>
    <message>
        <source>Being tried again</source>
        <translation>正在重试连接</translation>
    </message>
    <message>
        <source>boot file</source>
        <translation>启动文件</translation>
    </message>
    <message>
        <source>default</source>
        <translation>默认值</translation>
    </message>
    <message>
        <source>Waits for approval</source>
        <translation>等待审批</translation>
    </message>
    <message>
        <source>Waits for the slot</source>
        <translation>等待槽位</translation>
    </message>
    <message>
        <source>Waits for the next round</source>
        <translation>等待下一轮</translation>
    </message>
    <message>
        <source>Partition is closed</source>
        <translation>分区已关闭</translation>
    </message>
    <message>
        <source>Tried alone next</source>
        <translation>将单独尝试</translation>
    </message>
    <message>
        <source>Still working</source>
        <translation>仍在处理</translation>
    </message>
    <message>
        <source>Its process died</source>
        <translation>处理进程已中断</translation>
    </message>
    <message>
        <source>Pipeline&apos;s outcome unknown</source>
        <translation>流水线结果未知</translation>
    </message>
    <message>
        <source>GitLab&apos;s answer unknown</source>
        <translation>GitLab 的结果未知</translation>
    </message>
    <message>
        <source>Waits for the merge gate</source>
        <translation>等待合并闸门</translation>
    </message>
    <message>
        <source>Pipeline failed</source>
        <translation>流水线失败</translation>
    </message>
    <message>
        <source>Conflict with the target</source>
        <translation>与目标分支冲突</translation>
    </message>
    <message>
        <source>Bot may not approve</source>
        <translation>机器人无批准权限</translation>
    </message>
    <message>
        <source>Approved already</source>
        <translation>已经批准</translation>
    </message>
    <message>
        <source>Checklist item open</source>
        <translation>检查项未答</translation>
    </message>
    <message>
        <source>Merged on GitLab already</source>
        <translation>已在 GitLab 合并</translation>
    </message>
    <message>
        <source>Closed on GitLab</source>
        <translation>已在 GitLab 关闭</translation>
    </message>
    <message>
        <source>GitLab has not decided</source>
        <translation>GitLab 尚未决定</translation>
    </message>
    <message>
        <source>Foreign push to our branch</source>
        <translation>我方分支有外来推送</translation>
    </message>
    <message>
        <source>Stopped, waits for a person</source>
        <translation>已停止，等待人工处理</translation>
    </message>
    <message>
        <source>Deployment not proven yet</source>
        <translation>部署尚未证实</translation>
    </message>
    <message>
        <source>Deploy callback lost</source>
        <translation>部署回调丢失</translation>
    </message>
    <message>
        <source>Deployment failed</source>
        <translation>部署失败</translation>
    </message>
    <message>
        <source>Deployment never proven</source>
        <translation>部署一直未证实</translation>
    </message>
    <message>
        <source>Sent for approval or not: unknown</source>
        <translation>是否已送审未知</translation>
    </message>
    <message>
        <source>Overload: nothing ran</source>
        <translation>过载：未执行</translation>
    </message>
    <message>
        <source>Failed, waits for a person</source>
        <translation>失败，等待人工处理</translation>
    </message>
    <message>
        <source>GitLab does not answer</source>
        <translation>GitLab 无响应</translation>
    </message>
    <message>
        <source>Token refused</source>
        <translation>令牌被拒绝</translation>
    </message>
    <message>
        <source>Wrong configuration value</source>
        <translation>配置值有误</translation>
    </message>
    <message>
        <source>Standing</source>
        <translation>当前状态</translation>
    </message>
    <message>
        <source>Place in line</source>
        <translation>队列位置</translation>
    </message>
    <message>
        <source>Failure</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>证据</translation>
    </message>
    <message>
        <source>Withdrawal asked</source>
        <translation>已要求撤回</translation>
    </message>
    <message>
        <source>Merge request</source>
        <translation>合并请求</translation>
    </message>
    <message>
        <source>Last read</source>
        <translation>最近读取</translation>
    </message>
    <message>
        <source>State on GitLab</source>
        <translation>GitLab 上的状态</translation>
    </message>
    <message>
        <source>Head on GitLab</source>
        <translation>GitLab 上的最新提交</translation>
    </message>
    <message>
        <source>By</source>
        <translation>操作者</translation>
    </message>
    <message>
        <source>Approved by</source>
        <translation>批准者</translation>
    </message>
    <message>
        <source>Reads so far</source>
        <translation>已读取次数</translation>
    </message>
    <message>
        <source>Failed tries</source>
        <translation>失败次数</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>所有者</translation>
    </message>
    <message>
        <source>Owner alive</source>
        <translation>所有者存活</translation>
    </message>
    <message>
        <source>Lease until</source>
        <translation>租约至</translation>
    </message>
    <message>
        <source>Refused tokens</source>
        <translation>被拒绝的令牌</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Mergeability</source>
        <translation>可合并性</translation>
    </message>
    <message>
        <source>Head</source>
        <translation>最新提交</translation>
    </message>
    <message>
        <source>Merge commit</source>
        <translation>合并提交</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>申请</translation>
    </message>
</context>
<context>
    <name>Work</name>
    <message>
        <source>push the branch</source>
        <translation>推送分支</translation>
    </message>
    <message>
        <source>fetch the repository</source>
        <translation>获取仓库</translation>
    </message>
    <message>
        <source>open the merge request</source>
        <translation>打开合并请求</translation>
    </message>
    <message>
        <source>approve</source>
        <translation>批准</translation>
    </message>
    <message>
        <source>rebase</source>
        <translation>变基</translation>
    </message>
    <message>
        <source>merge</source>
        <translation>合并</translation>
    </message>
    <message>
        <source>close the merge request</source>
        <translation>关闭合并请求</translation>
    </message>
    <message>
        <source>cancel the automatic merge</source>
        <translation>取消自动合并</translation>
    </message>
    <message>
        <source>cancel the pipeline</source>
        <translation>取消流水线</translation>
    </message>
    <message>
        <source>delete the branch</source>
        <translation>删除分支</translation>
    </message>
    <message>
        <source>tidy up branches</source>
        <translation>清理分支</translation>
    </message>
    <message>
        <source>send for approval</source>
        <translation>送审</translation>
    </message>
    <message>
        <source>cancel the approval</source>
        <translation>取消审批</translation>
    </message>
    <message>
        <source>update the card</source>
        <translation>更新卡片</translation>
    </message>
    <message>
        <source>move the batch on</source>
        <translation>推进批次</translation>
    </message>
    <message>
        <source>move the request on</source>
        <translation>推进申请</translation>
    </message>
    <message>
        <source>look for the proof of deployment</source>
        <translation>查找部署证明</translation>
    </message>
    <message>
        <source>carry out an action</source>
        <translation>执行操作</translation>
    </message>
    <message>
        <source>a person holds it</source>
        <translation>有人将其保留</translation>
    </message>
    <message>
        <source>waits for an approver</source>
        <translation>等待审批人</translation>
    </message>
    <message>
        <source>it was taken up</source>
        <translation>已开始处理</translation>
    </message>
    <message>
        <source>GitLab is merging it</source>
        <translation>GitLab 正在合并</translation>
    </message>
    <message>
        <source>the merge was sent and its answer lost; reading again</source>
        <translation>合并已发出但答复丢失；再次读取</translation>
    </message>
    <message>
        <source>somebody may re-open its merge request</source>
        <translation>可能有人重新打开其合并请求</translation>
    </message>
    <message>
        <source>this version knows no such task</source>
        <translation>此版本不认识该任务</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>unreachable</source>
        <translation>不可达</translation>
    </message>
    <message>
        <source>none of this head</source>
        <translation>该提交没有流水线</translation>
    </message>
    <message>
        <source>GitLab sends no hooks</source>
        <translation>GitLab 没有发送 Webhook</translation>
    </message>
    <message>
        <source>Merged after it had failed</source>
        <translation>失败之后又被合并</translation>
    </message>
    <message>
        <source>A token expires soon</source>
        <translation>令牌即将过期</translation>
    </message>
    <message>
        <source>A callback could not be read</source>
        <translation>回调无法解读</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Due</source>
        <translation>到期</translation>
    </message>
    <message>
        <source>User</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>Queued again</source>
        <translation>重新排队</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>已离开</translation>
    </message>
    <message>
        <source>More than one active batch in a partition</source>
        <translation>一个分区有多个进行中的批次</translation>
    </message>
    <message>
        <source>A request and its batches contradict each other</source>
        <translation>申请与其批次互相矛盾</translation>
    </message>
    <message>
        <source>A request waits wrongly</source>
        <translation>申请的排队记录不正确</translation>
    </message>
    <message>
        <source>A request and its binding contradict each other</source>
        <translation>申请与其绑定互相矛盾</translation>
    </message>
    <message>
        <source>History was written out of order</source>
        <translation>历史写入次序错乱</translation>
    </message>
    <message>
        <source>Nothing moves it any more</source>
        <translation>没有任何任务再推动它</translation>
    </message>
    <message>
        <source>The history has a gap</source>
        <translation>历史记录不连续</translation>
    </message>
    <message>
        <source>A batch and its members contradict each other</source>
        <translation>批次与其成员互相矛盾</translation>
    </message>
    <message>
        <source>A merge request or form is used twice</source>
        <translation>合并请求或审批单被重复使用</translation>
    </message>
    <message>
        <source>Failed here, but merged on GitLab</source>
        <translation>此处已失败，GitLab 上却已合并</translation>
    </message>
    <message>
        <source>What landed and what is in force differ</source>
        <translation>落地的内容与生效的内容不一致</translation>
    </message>
    <message>
        <source>One success was counted twice</source>
        <translation>同一次成功被重复计入</translation>
    </message>
    <message>
        <source>The audit chain is broken</source>
        <translation>审计链断裂</translation>
    </message>
    <message>
        <source>A grant ends soon</source>
        <translation>一项授权即将到期</translation>
    </message>
    <message>
        <source>A step takes too long</source>
        <translation>步骤用时过长</translation>
    </message>
    <message>
        <source>An approval names a foreign merge request</source>
        <translation>审批结果指向不相干的合并请求</translation>
    </message>
</context>
<context>
    <name>slipway::console::ActionBoard</name>
    <message>
        <source>A look from the console</source>
        <translation>从控制台查看</translation>
    </message>
</context>
<context>
    <name>slipway::console::ActionRun</name>
    <message>
        <source>The service&apos;s plan cannot be read. Is it newer than this console?</source>
        <translation>读不懂服务返回的计划。服务是否比本控制台更新？</translation>
    </message>
    <message>
        <source>There is nothing to confirm.</source>
        <translation>没有需要确认的内容。</translation>
    </message>
    <message>
        <source>Say why: the audit keeps it.</source>
        <translation>请说明原因，审计会保留它。</translation>
    </message>
    <message>
        <source>Type %1 to confirm.</source>
        <translation>请输入 %1 以确认。</translation>
    </message>
    <message>
        <source>Nothing was done to it.</source>
        <translation>没有对它做任何事。</translation>
    </message>
    <message>
        <source>No answer came. The service&apos;s record is being read to see whether it was done.</source>
        <translation>没有收到答复。正在查阅服务的记录，以确认是否已执行。</translation>
    </message>
    <message>
        <source>The service&apos;s answer cannot be read. Is it newer than this console?</source>
        <translation>读不懂服务的答复。服务是否比本控制台更新？</translation>
    </message>
    <message>
        <source>It changed after you confirmed, so nothing was done. Now: %1</source>
        <translation>在您确认之后它发生了变化，因此什么都没有做。现在：%1</translation>
    </message>
    <message>
        <source>%1 rejected it. Nothing was done.</source>
        <translation>%1 已驳回。什么都没有做。</translation>
    </message>
    <message>
        <source>No second person confirmed it in time. Nothing was done.</source>
        <translation>没有第二个人及时确认。什么都没有做。</translation>
    </message>
    <message>
        <source>The service has no record of it so far. Trying again is safe: it would be done once.</source>
        <translation>服务目前没有它的记录。重试是安全的：只会执行一次。</translation>
    </message>
    <message>
        <source>The service has got it.</source>
        <translation>服务已收到。</translation>
    </message>
</context>
<context>
    <name>slipway::console::ApiClient</name>
    <message>
        <source>The service&apos;s certificate is for another host. Is the address right?</source>
        <translation>服务的证书属于另一台主机。地址是否正确？</translation>
    </message>
    <message>
        <source>The service&apos;s certificate has expired.</source>
        <translation>服务的证书已过期。</translation>
    </message>
    <message>
        <source>Nobody this computer trusts has signed the service&apos;s certificate. Give the profile your company&apos;s authority file, if it has one.</source>
        <translation>签发服务证书的机构不受本机信任。如果公司有自己的证书机构，请在配置中指定其文件。</translation>
    </message>
    <message>
        <source>The connection is not safe: %1</source>
        <translation>连接不安全：%1</translation>
    </message>
    <message>
        <source>Nothing listens at %1.</source>
        <translation>%1 没有服务在监听。</translation>
    </message>
    <message>
        <source>There is no host %1.</source>
        <translation>找不到主机 %1。</translation>
    </message>
    <message>
        <source>The service did not answer in time.</source>
        <translation>服务没有及时答复。</translation>
    </message>
    <message>
        <source>The connection broke before the answer came.</source>
        <translation>答复到达之前连接中断。</translation>
    </message>
    <message>
        <source>The service cannot be reached.</source>
        <translation>无法连接服务。</translation>
    </message>
    <message>
        <source>What answers at %1 is not Slipway.</source>
        <translation>%1 上答复的不是 Slipway。</translation>
    </message>
    <message>
        <source>The service answered %1 without saying why.</source>
        <translation>服务返回 %1，没有说明原因。</translation>
    </message>
</context>
<context>
    <name>slipway::console::AttentionPage</name>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Shows all that is known about it</source>
        <translation>显示关于它的全部信息</translation>
    </message>
    <message>
        <source>Why it waits</source>
        <translation>等待原因</translation>
    </message>
    <message>
        <source>Nothing waits for a person.</source>
        <translation>没有需要人工处理的事项。</translation>
    </message>
    <message>
        <source>Choose a line to see why it waits.</source>
        <translation>选择一行以查看等待原因。</translation>
    </message>
</context>
<context>
    <name>slipway::console::BatchView</name>
    <message>
        <source>Why it waits</source>
        <translation>等待原因</translation>
    </message>
    <message>
        <source>Merge request</source>
        <translation>合并请求</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>申请</translation>
    </message>
    <message>
        <source>Remote Calls</source>
        <translation>远程调用</translation>
    </message>
    <message>
        <source>Merge Request</source>
        <translation>合并请求</translation>
    </message>
    <message>
        <source>Parts of the batch</source>
        <translation>批次的各部分</translation>
    </message>
    <message>
        <source>Requests of the batch</source>
        <translation>批次中的申请</translation>
    </message>
    <message>
        <source>Remote calls of the batch</source>
        <translation>批次的远程调用</translation>
    </message>
    <message>
        <source>Batch %1</source>
        <translation>批次 %1</translation>
    </message>
    <message>
        <source>Choose a batch to see all that is known of it.</source>
        <translation>选择一个批次以查看全部信息。</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>The service&apos;s answer cannot be read. Is it newer than this console?</source>
        <translation>读不懂服务的答复。服务是否比本控制台更新？</translation>
    </message>
    <message>
        <source>Batch %1 · %2</source>
        <translation>批次 %1 · %2</translation>
    </message>
</context>
<context>
    <name>slipway::console::CommandPalette</name>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Type part of a command, a batch&apos;s number or a request&apos;s id</source>
        <translation>输入命令的一部分、批次号或申请编号</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
</context>
<context>
    <name>slipway::console::DiagnosisView</name>
    <message>
        <source>Diagnosis</source>
        <translation>诊断</translation>
    </message>
    <message>
        <source>Nothing waits here: it is over.</source>
        <translation>这里没有等待：它已结束。</translation>
    </message>
    <message>
        <source>Not now: %1. %2</source>
        <translation>暂不可：%1。%2</translation>
    </message>
    <message>
        <source>%1 · since %2</source>
        <translation>%1 · 已持续 %2</translation>
    </message>
    <message>
        <source>Open Batch %1</source>
        <translation>打开批次 %1</translation>
    </message>
</context>
<context>
    <name>slipway::console::FilterBar</name>
    <message>
        <source>Filter what is loaded, for instance: status:blocked db</source>
        <translation>筛选已加载的行，例如：状态:阻塞 db</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Filters</source>
        <translation>筛选器</translation>
    </message>
    <message>
        <source>Kept filters</source>
        <translation>已保存的筛选器</translation>
    </message>
    <message>
        <source>%1: all</source>
        <translation>%1：全部</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Rows loaded; the service has more.</source>
        <translation>已加载的行数；服务还有更多。</translation>
    </message>
    <message>
        <source>Rows; that is all of them.</source>
        <translation>行数；已是全部。</translation>
    </message>
    <message>
        <source>%1 rows</source>
        <translation>%1 行</translation>
    </message>
    <message>
        <source>&amp;Keep This Filter…</source>
        <translation>保存此筛选器(&amp;K)…</translation>
    </message>
    <message>
        <source>Keep This Filter</source>
        <translation>保存此筛选器</translation>
    </message>
    <message>
        <source>Name:</source>
        <translation>名称：</translation>
    </message>
    <message>
        <source>&amp;Forget</source>
        <translation>删除(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Show All</source>
        <translation>显示全部(&amp;S)</translation>
    </message>
</context>
<context>
    <name>slipway::console::HelpSheet</name>
    <message>
        <source>Keys</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>What it does, or why not now</source>
        <translation>作用，或暂不可用的原因</translation>
    </message>
    <message>
        <source>Commands and their keys</source>
        <translation>命令及其快捷键</translation>
    </message>
</context>
<context>
    <name>slipway::console::MainWindow</name>
    <message>
        <source>Pages</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>&amp;Session</source>
        <translation>会话(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Kept Services</source>
        <translation>已保存的服务(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Refresh</source>
        <translation>刷新(&amp;R)</translation>
    </message>
    <message>
        <source>L&amp;anguage</source>
        <translation>语言(&amp;A)</translation>
    </message>
    <message>
        <source>A&amp;ppearance</source>
        <translation>外观(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Row</source>
        <translation>行(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Act</source>
        <translation>操作(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>Only When Asked</source>
        <translation>仅在手动时</translation>
    </message>
    <message numerus="yes">
        <source>Every %n Second(s)</source>
        <translation>
            <numerusform>每 %n 秒</numerusform>
        </translation>
    </message>
    <message>
        <source>How often it looks without being told</source>
        <translation>自动查看的频率</translation>
    </message>
    <message>
        <source>Like the System</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>How the console looks</source>
        <translation>控制台的外观</translation>
    </message>
    <message>
        <source>The console&apos;s language and the service&apos;s sentences</source>
        <translation>控制台的语言和服务语句的语言</translation>
    </message>
    <message>
        <source>Shows the page</source>
        <translation>显示该页面</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Save a Support Bundle</source>
        <translation>保存支持包</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>There is no keychain here: the token is kept until this window closes.</source>
        <translation>这里没有密钥环：令牌只保留到此窗口关闭。</translation>
    </message>
    <message>
        <source>No service is open. Open one in the Session menu.</source>
        <translation>没有打开服务。请在“会话”菜单中打开。</translation>
    </message>
    <message>
        <source>%1 Next try in %2.</source>
        <translation>%1 %2 后重试。</translation>
    </message>
    <message>
        <source>What you see is from %1 ago, and nothing may be done. %2 Next try in %3.</source>
        <translation>所显示的是 %1前的数据，不能执行操作。%2 %3后重试。</translation>
    </message>
    <message>
        <source>live</source>
        <translation>实时</translation>
    </message>
    <message>
        <source>read %1 ago, %2</source>
        <translation>%1前读取，%2</translation>
    </message>
    <message>
        <source>not connected</source>
        <translation>未连接</translation>
    </message>
    <message>
        <source>nobody yet</source>
        <translation>尚未确定</translation>
    </message>
    <message>
        <source>%1 · %2 · you are %3</source>
        <translation>%1 · %2 · 您是 %3</translation>
    </message>
    <message>
        <source>for looking only</source>
        <translation>只读</translation>
    </message>
    <message>
        <source>%1 – %2 – %3 – Slipway</source>
        <translation>%1 – %2 – %3 – Slipway</translation>
    </message>
    <message>
        <source>Slipway</source>
        <translation>Slipway</translation>
    </message>
    <message>
        <source>%1: %2 of %3</source>
        <translation>%1：%2 / %3</translation>
    </message>
    <message numerus="yes">
        <source>%n under way</source>
        <translation>
            <numerusform>%n 个进行中</numerusform>
        </translation>
    </message>
    <message>
        <source>Actions done</source>
        <translation>已完成的操作</translation>
    </message>
    <message numerus="yes">
        <source>%n new thing(s) need attention</source>
        <translation>
            <numerusform>%n 个新事项需要关注</numerusform>
        </translation>
    </message>
    <message>
        <source>asks again every few seconds</source>
        <translation>每隔几秒重新查询</translation>
    </message>
</context>
<context>
    <name>slipway::console::MessageBar</name>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Close the message</source>
        <translation>关闭消息</translation>
    </message>
</context>
<context>
    <name>slipway::console::OverviewPage</name>
    <message>
        <source>Waiting since this window opened</source>
        <translation>窗口打开以来的等待数</translation>
    </message>
    <message numerus="yes">
        <source>%n now</source>
        <translation>
            <numerusform>现在 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Time of the last batches</source>
        <translation>最近批次的用时</translation>
    </message>
    <message>
        <source>none yet</source>
        <translation>暂无</translation>
    </message>
    <message>
        <source>last %1</source>
        <translation>最近 %1</translation>
    </message>
    <message>
        <source>Failures among the last batches</source>
        <translation>最近批次中的失败</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Configuration: %1</source>
        <translation>配置：%1</translation>
    </message>
    <message>
        <source>A freeze window is on: no new batch begins.</source>
        <translation>当前处于冻结窗口：不会开始新批次。</translation>
    </message>
    <message>
        <source>Lately</source>
        <translation>近况</translation>
    </message>
    <message>
        <source>Instances of the service</source>
        <translation>服务实例</translation>
    </message>
    <message>
        <source>Last rounds (with so many requests): %1</source>
        <translation>最近几轮（括号内为申请数）：%1</translation>
    </message>
    <message>
        <source>GitLab: nothing known yet</source>
        <translation>GitLab：尚无信息</translation>
    </message>
    <message>
        <source>GitLab: %1</source>
        <translation>GitLab：%1</translation>
    </message>
    <message>
        <source>%1 for %2</source>
        <translation>%1，已持续 %2</translation>
    </message>
    <message>
        <source>next try in %1</source>
        <translation>%1后再次尝试</translation>
    </message>
    <message>
        <source>it asked to be left alone for %1</source>
        <translation>它要求在 %1内不要访问</translation>
    </message>
    <message>
        <source>It refuses the token of bot %1.</source>
        <translation>它拒绝机器人 %1 的令牌。</translation>
    </message>
    <message>
        <source>The token of bot %1 ends on %2.</source>
        <translation>机器人 %1 的令牌将于 %2 到期。</translation>
    </message>
    <message>
        <source>%1, silent for %2</source>
        <translation>%1，已静默 %2</translation>
    </message>
    <message>
        <source>Loops that stand still: %1</source>
        <translation>停滞的循环：%1</translation>
    </message>
    <message>
        <source>Loops: all %1 alive, each seen within the last %2</source>
        <translation>循环：全部 %1 个正常，最近 %2内均有活动</translation>
    </message>
    <message>
        <source>Requests: %1</source>
        <translation>申请：%1</translation>
    </message>
</context>
<context>
    <name>slipway::console::PhaseLadder</name>
    <message>
        <source>Phases</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>slipway::console::ProfileDialog</name>
    <message>
        <source>&amp;For looking only</source>
        <translation>只读(&amp;F)</translation>
    </message>
    <message>
        <source>Open a Service</source>
        <translation>打开服务</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>令牌</translation>
    </message>
    <message>
        <source>Bare name (development)</source>
        <translation>仅用户名（开发环境）</translation>
    </message>
    <message>
        <source>&amp;Name:</source>
        <translation>名称(&amp;N)：</translation>
    </message>
    <message>
        <source>&amp;Stage:</source>
        <translation>环境(&amp;S)：</translation>
    </message>
    <message>
        <source>&amp;Address:</source>
        <translation>地址(&amp;A)：</translation>
    </message>
    <message>
        <source>&amp;Proof:</source>
        <translation>身份证明(&amp;P)：</translation>
    </message>
    <message>
        <source>A&amp;ccount:</source>
        <translation>账号(&amp;C)：</translation>
    </message>
    <message>
        <source>&amp;Token:</source>
        <translation>令牌(&amp;T)：</translation>
    </message>
    <message>
        <source>A&amp;uthority file:</source>
        <translation>证书机构文件(&amp;U)：</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>环境</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Proof</source>
        <translation>身份证明</translation>
    </message>
    <message>
        <source>Account</source>
        <translation>账号</translation>
    </message>
    <message>
        <source>Kept in the system&apos;s keychain; where there is none, until this window closes.</source>
        <translation>保存在系统密钥环中；没有密钥环时只保留到此窗口关闭。</translation>
    </message>
    <message>
        <source>Authority file</source>
        <translation>证书机构文件</translation>
    </message>
    <message>
        <source>Give it a name.</source>
        <translation>请为它命名。</translation>
    </message>
    <message>
        <source>The address begins with https:// and names a host.</source>
        <translation>地址以 https:// 开头并包含主机名。</translation>
    </message>
    <message>
        <source>Say whose name to use.</source>
        <translation>请填写要使用的用户名。</translation>
    </message>
    <message>
        <source>Without https a token can be read on its way. That is for this very machine only.</source>
        <translation>没有 https，令牌可能在途中被读取；只允许用于本机。</translation>
    </message>
</context>
<context>
    <name>slipway::console::RecordedNetwork</name>
    <message>
        <source>This is a recording: nothing can be done to it.</source>
        <translation>这是录制的数据：不能对它执行操作。</translation>
    </message>
    <message>
        <source>This is not in the recording.</source>
        <translation>录制的数据中没有此内容。</translation>
    </message>
</context>
<context>
    <name>slipway::console::RequestView</name>
    <message>
        <source>%1 asks: %2 %3 to %4</source>
        <translation>%1 申请：%2 %3 到 %4</translation>
    </message>
    <message>
        <source>Reason: %1</source>
        <translation>原因：%1</translation>
    </message>
    <message>
        <source>Until %1</source>
        <translation>有效至 %1</translation>
    </message>
    <message>
        <source>Evidence: %1</source>
        <translation>证据：%1</translation>
    </message>
    <message>
        <source>Why it waits</source>
        <translation>等待原因</translation>
    </message>
    <message>
        <source>Merge request</source>
        <translation>合并请求</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Merge Request</source>
        <translation>合并请求</translation>
    </message>
    <message>
        <source>Parts of the request</source>
        <translation>申请的各部分</translation>
    </message>
    <message>
        <source>Timeline of the request</source>
        <translation>申请的时间线</translation>
    </message>
    <message>
        <source>Copy Timeline</source>
        <translation>复制时间线</translation>
    </message>
    <message>
        <source>Copy the timeline as text</source>
        <translation>将时间线复制为文本</translation>
    </message>
    <message>
        <source>Choose a request to see all that is known of it.</source>
        <translation>选择一个申请以查看全部信息。</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>The service&apos;s answer cannot be read. Is it newer than this console?</source>
        <translation>读不懂服务的答复。服务是否比本控制台更新？</translation>
    </message>
</context>
<context>
    <name>slipway::console::RowsView</name>
    <message>
        <source>Export What Is Shown</source>
        <translation>导出所显示的内容</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>表格 (*.csv)</translation>
    </message>
    <message>
        <source>&amp;Copy Cell</source>
        <translation>复制单元格(&amp;C)</translation>
    </message>
    <message>
        <source>Copy &amp;Id</source>
        <translation>复制编号(&amp;I)</translation>
    </message>
    <message>
        <source>Copy &amp;Row as JSON</source>
        <translation>复制行为 JSON(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Export What Is Shown…</source>
        <translation>导出所显示的内容(&amp;E)…</translation>
    </message>
    <message>
        <source>No line that is loaded matches the filter.</source>
        <translation>已加载的行中没有符合筛选条件的。</translation>
    </message>
</context>
<context>
    <name>slipway::console::RunDialog</name>
    <message>
        <source>&amp;Reason:</source>
        <translation>原因(&amp;R)：</translation>
    </message>
    <message>
        <source>Why you do it; the audit keeps it</source>
        <translation>为什么这样做；审计会保留</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>What it is done to</source>
        <translation>操作对象</translation>
    </message>
    <message>
        <source>Plan of the chosen line</source>
        <translation>所选行的计划</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>&amp;Cancel the Rest</source>
        <translation>取消其余(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Try Again What Failed</source>
        <translation>重试失败项(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>关闭(&amp;C)</translation>
    </message>
    <message>
        <source>The service is working out what would be done. Nothing is done yet.</source>
        <translation>服务正在推算将要执行的内容，尚未执行任何操作。</translation>
    </message>
    <message>
        <source>It would be done to %1 of %2. Nothing is done yet.</source>
        <translation>将对 %1 / %2 个对象执行，尚未执行任何操作。</translation>
    </message>
    <message>
        <source>It cannot be undone.</source>
        <translation>此操作不可撤销。</translation>
    </message>
    <message>
        <source>A second person has to confirm it before it happens.</source>
        <translation>执行之前须由第二个人确认。</translation>
    </message>
    <message>
        <source>%1 of %2 are through.</source>
        <translation>已完成 %1 / %2。</translation>
    </message>
    <message>
        <source>It waits for a second person; it stands in Needs Attention until then.</source>
        <translation>正在等待第二个人；在此之前列于“需要关注”。</translation>
    </message>
    <message>
        <source>Nothing was done.</source>
        <translation>什么都没有做。</translation>
    </message>
    <message>
        <source>Done.</source>
        <translation>已完成。</translation>
    </message>
    <message>
        <source>Done to %1 of %2. What the others say stands beside them.</source>
        <translation>已对 %1 / %2 个对象执行；其余的说明见各行。</translation>
    </message>
    <message>
        <source>&amp;Type %1:</source>
        <translation>输入 %1(&amp;T)：</translation>
    </message>
    <message>
        <source>Type %1 to confirm</source>
        <translation>输入 %1 以确认</translation>
    </message>
    <message>
        <source>Wait for the plan.</source>
        <translation>请等待计划。</translation>
    </message>
    <message>
        <source>Say why: the audit keeps it.</source>
        <translation>请说明原因，审计会保留它。</translation>
    </message>
    <message>
        <source>Type %1 to confirm.</source>
        <translation>请输入 %1 以确认。</translation>
    </message>
</context>
<context>
    <name>slipway::console::RunModel</name>
    <message>
        <source>On</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>What the service says</source>
        <translation>服务的说明</translation>
    </message>
</context>
<context>
    <name>slipway::console::Session</name>
    <message>
        <source>No service is open.</source>
        <translation>没有打开服务。</translation>
    </message>
    <message>
        <source>The service has not answered yet.</source>
        <translation>服务尚未答复。</translation>
    </message>
    <message>
        <source>What you see is old. Nothing may be done until the service answers again.</source>
        <translation>所显示的数据已过时。服务重新答复之前不能执行操作。</translation>
    </message>
    <message>
        <source>The service has not said yet who you are.</source>
        <translation>服务尚未确认您的身份。</translation>
    </message>
    <message>
        <source>This profile is for looking only. Allow changes in the Session menu first.</source>
        <translation>此配置为只读。请先在“会话”菜单中允许更改。</translation>
    </message>
    <message>
        <source>Nothing was read for a while.</source>
        <translation>有一段时间没有读到数据。</translation>
    </message>
</context>
<context>
    <name>slipway::console::SlotBar</name>
    <message>
        <source>Slots</source>
        <translation>槽位</translation>
    </message>
    <message>
        <source>%1: free</source>
        <translation>%1：空闲</translation>
    </message>
    <message>
        <source>%1: batch %2, %3, %4</source>
        <translation>%1：批次 %2，%3，%4</translation>
    </message>
    <message>
        <source>Shows the partition</source>
        <translation>显示该分区</translation>
    </message>
    <message>
        <source>Opens the batch</source>
        <translation>打开该批次</translation>
    </message>
</context>
<context>
    <name>slipway::console::SlotCard</name>
    <message>
        <source>%1 for %2, whole batch %3</source>
        <translation>%1 已 %2，整个批次 %3</translation>
    </message>
    <message numerus="yes">
        <source>%n request(s)</source>
        <translation>
            <numerusform>%n 个申请</numerusform>
        </translation>
    </message>
    <message>
        <source>merge request !%1</source>
        <translation>合并请求 !%1</translation>
    </message>
    <message>
        <source>Slot free</source>
        <translation>槽位空闲</translation>
    </message>
    <message>
        <source>Batch %1: %2</source>
        <translation>批次 %1：%2</translation>
    </message>
    <message>
        <source>Nobody waits.</source>
        <translation>没有等待。</translation>
    </message>
    <message numerus="yes">
        <source>%n waiting, the oldest for %1</source>
        <translation>
            <numerusform>%n 个等待，最久 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 by %2: %3</source>
        <translation>%1，由 %2：%3</translation>
    </message>
    <message>
        <source>Open Batch</source>
        <translation>打开批次</translation>
    </message>
    <message>
        <source>Open the batch that holds the slot of %1</source>
        <translation>打开占用 %1 槽位的批次</translation>
    </message>
    <message>
        <source>Partition %1</source>
        <translation>分区 %1</translation>
    </message>
</context>
<context>
    <name>slipway::console::TimelineModel</name>
    <message>
        <source>nothing for %1</source>
        <translation>%1内没有动静</translation>
    </message>
    <message>
        <source>nothing for %1 while: %2</source>
        <translation>%1内没有动静，状态：%2</translation>
    </message>
    <message>
        <source>When</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Where from</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>What</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Who</source>
        <translation>谁</translation>
    </message>
    <message>
        <source>Detail</source>
        <translation>详情</translation>
    </message>
</context>
</TS>
