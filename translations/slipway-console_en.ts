<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>slipway::console::MainWindow</name>
    <message numerus="yes">
        <source>Every %n Second(s)</source>
        <translation>
            <numerusform>Every Second</numerusform>
            <numerusform>Every %n Seconds</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n under way</source>
        <translation>
            <numerusform>%n under way</numerusform>
            <numerusform>%n under way</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new thing(s) need attention</source>
        <translation>
            <numerusform>%n new thing needs attention</numerusform>
            <numerusform>%n new things need attention</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>slipway::console::OverviewPage</name>
    <message numerus="yes">
        <source>%n now</source>
        <translation>
            <numerusform>%n now</numerusform>
            <numerusform>%n now</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>slipway::console::SlotCard</name>
    <message numerus="yes">
        <source>%n request(s)</source>
        <translation>
            <numerusform>%n request</numerusform>
            <numerusform>%n requests</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n waiting, the oldest for %1</source>
        <translation>
            <numerusform>%n waiting, for %1</numerusform>
            <numerusform>%n waiting, the oldest for %1</numerusform>
        </translation>
    </message>
</context>
</TS>
