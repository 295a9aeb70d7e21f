/**
 * The families of items: name, Vietnamese name, code, brand, category, price, cost as a part of the price, weight in
 * kg, sales compared with those of others, sizes, colours.
 */
export const FAMILIES = `
City frame set|Bộ khung xe thành phố|CITY|Alderway|Frames|449|0.56|4.4|1|S M L|Petrol Cherry
Gravel frame set|Bộ khung xe gravel|GRVL|Alderway|Frames|729|0.58|2.9|1|S M L|Moss Sand
Kids frame set 20"|Bộ khung xe trẻ em 20"|KIDS|Alderway|Frames|189|0.54|2.6|1||Coral Sun
City wheel set 28"|Bộ bánh xe thành phố 28"|WCTY|Brightspoke|Wheels|149|0.55|2.2|2||Silver Ink
Gravel wheel set|Bộ bánh xe gravel|WGRV|Brightspoke|Wheels|289|0.57|1.8|2||Ink
Kids wheel set 20"|Bộ bánh xe trẻ em 20"|WKID|Brightspoke|Wheels|79|0.55|1.5|1||Silver
All-weather tyre|Lốp mọi thời tiết|TALL|Brightspoke|Tyres|29.9|0.48|0.7|9|28-622 37-622 47-622|Ink
Gravel tyre|Lốp gravel|TGRV|Brightspoke|Tyres|44.9|0.5|0.5|6|40-622 45-622|Ink Sand
Studded winter tyre|Lốp đinh mùa đông|TWIN|Brightspoke|Tyres|49.9|0.52|0.9|3|37-622 42-622|Ink
Inner tube|Săm xe|TUBE|Brightspoke|Tyres|6.9|0.38|0.15|24|20" 26" 28"|Slate
9-speed chain|Xích 9 tốc độ|CH09|Brightspoke|Drivetrain|24.9|0.5|0.3|8||Silver
11-speed chain|Xích 11 tốc độ|CH11|Brightspoke|Drivetrain|39.9|0.52|0.26|6||Silver
Cassette|Líp xe|CASS|Brightspoke|Drivetrain|54.9|0.54|0.4|4|11-28 11-34 11-42|Silver
Hub gear, 8 speeds|Bộ số trong, 8 tốc độ|HUB8|Brightspoke|Drivetrain|219|0.58|1.9|1||Silver
Brake pads, pair|Má phanh, một cặp|PADS|Kettlewick|Drivetrain|12.9|0.36|0.05|14|Rim Disc|Slate
Pedals|Bàn đạp|PEDL|Kettlewick|Drivetrain|34.9|0.45|0.4|4||Ink Silver Coral
Leather saddle|Yên da|SADL|Kettlewick|Saddles|89.9|0.48|0.52|3||Sand Ink Cherry
Comfort saddle|Yên êm|SADC|Kettlewick|Saddles|39.9|0.42|0.6|4||Ink Slate
Front light 70 lux|Đèn trước 70 lux|LFRT|Brightspoke|Lights|59.9|0.5|0.11|8||Ink Silver
Rear light|Đèn sau|LREA|Brightspoke|Lights|24.9|0.45|0.06|10||Cherry Ink
Clip light, pair|Đèn kẹp, một cặp|LCLP|Brightspoke|Lights|19.9|0.4|0.05|9||Coral Petrol Sun
Folding lock|Khóa gập|LKFO|Kettlewick|Locks|69.9|0.5|1.1|5|85cm 110cm|Ink Coral
U-lock|Khóa chữ U|LKUU|Kettlewick|Locks|54.9|0.48|1.3|4||Ink Sun
Multi-tool, 17 functions|Dụng cụ đa năng, 17 chức năng|MULT|Kettlewick|Tools|29.9|0.42|0.18|7||Silver Cherry
Track pump|Bơm đứng|PUMP|Kettlewick|Tools|44.9|0.46|1.6|4||Petrol Ink
Mini pump|Bơm mini|PMIN|Kettlewick|Tools|24.9|0.44|0.12|6||Silver Ink
Chain oil 100 ml|Dầu xích 100 ml|OIL1|Kettlewick|Tools|8.9|0.32|0.12|15|Dry Wet|Moss
Patch kit|Bộ vá săm|PTCH|Kettlewick|Tools|4.9|0.3|0.04|16||Coral
Bottle 0.75 l|Bình nước 0,75 l|BOTL|Kettlewick|Bottles|9.9|0.3|0.09|12||Petrol Coral Moss Sun Ink
Bottle cage|Giá bình nước|CAGE|Kettlewick|Bottles|14.9|0.36|0.05|7||Ink Silver
Merino jersey|Áo len merino|JMER|Northrill|Jerseys|79.9|0.46|0.2|4|S M L XL|Petrol Cherry Moss
Trail shirt|Áo đường mòn|SHTR|Northrill|Jerseys|49.9|0.44|0.16|4|S M L XL|Sand Night
Rain jacket|Áo mưa|JRAI|Northrill|Jackets|129|0.48|0.31|4|S M L XL|Sun Night Moss
Down jacket|Áo lông vũ|JDWN|Northrill|Jackets|189|0.5|0.38|3|S M L XL|Cherry Slate
Padded shorts|Quần đệm|SHPD|Northrill|Shorts|64.9|0.45|0.18|4|S M L XL|Ink
Trail shorts|Quần đường mòn|SHTL|Northrill|Shorts|59.9|0.45|0.24|3|S M L XL|Slate Sand
Winter gloves|Găng tay mùa đông|GWIN|Northrill|Gloves|39.9|0.42|0.12|6|S M L|Ink Night
Short-finger gloves|Găng tay hở ngón|GSHO|Northrill|Gloves|24.9|0.4|0.06|5|S M L|Ink
Wool socks|Tất len|SOCK|Northrill|Socks|14.9|0.35|0.07|14|36-40 41-45|Petrol Cherry Sun Slate
Touring shoes|Giày du lịch|SHOT|Ravenna|Shoes|119|0.5|0.72|2|38 39 40 41 42 43 44 45|Slate
Trail shoes|Giày đường mòn|SHOR|Ravenna|Shoes|139|0.52|0.64|2|39 40 41 42 43 44|Moss Coral
City helmet|Mũ bảo hiểm thành phố|HCTY|Ravenna|Helmets|69.9|0.45|0.32|4|S/M L/XL|Petrol Sand Ink
Kids helmet|Mũ bảo hiểm trẻ em|HKID|Ravenna|Helmets|39.9|0.42|0.26|4||Coral Sun Moss
Two-person tent|Lều hai người|TNT2|Tarn & Fell|Tents|249|0.52|2.1|2||Moss Coral
Family tent|Lều gia đình|TNT4|Tarn & Fell|Tents|429|0.54|6.4|1||Sand
Sleeping bag|Túi ngủ|SLEP|Tarn & Fell|Sleeping bags|119|0.48|1.1|3|5°C -3°C|Night Cherry
Sleeping mat|Đệm ngủ|MATT|Tarn & Fell|Sleeping bags|59.9|0.46|0.5|4||Slate Moss
Pannier 20 l|Túi treo 20 l|PANN|Tarn & Fell|Bags|74.9|0.47|0.9|5||Ink Sun Petrol
Daypack 18 l|Ba lô 18 l|DAYP|Tarn & Fell|Bags|64.9|0.46|0.6|5||Night Coral Moss
Handlebar bag|Túi ghi đông|HBAG|Tarn & Fell|Bags|49.9|0.46|0.35|4||Ink Sand
Camping pot set|Bộ nồi cắm trại|POTS|Tarn & Fell|Cooking|44.9|0.44|0.6|3||Silver
Gas stove|Bếp ga|STOV|Tarn & Fell|Cooking|39.9|0.46|0.2|3||Slate
Enamel mug|Cốc tráng men|EMUG|Tarn & Fell|Cooking|11.9|0.34|0.12|9||Petrol Cherry Sand
`;
